/**
 * The objects that files name, as targets: for verbs that read or look at what is on the server.
 */
import type { CommandContext } from '../../command/command-context.ts';
import type { Target } from '../resource/target.ts';
import { readManifests } from './read-manifests.ts';

/** The kinds and names in all `-f`, in order. */
export async function manifestTargets(context: CommandContext): Promise<Target[]> {
  const { client } = await context.cluster();
  const targets: Target[] = [];
  for (const { object } of await readManifests(context)) {
    const kind = await client.kindOf(object, { signal: context.signal });
    targets.push({ kind, names: [object.metadata.name ?? ''] });
  }
  return targets;
}
