/**
 * The objects that files name, as targets: for verbs that read or look at what is on the server.
 */
import type { CommandContext } from '../../command/command-context.ts';
import { joined, type Target } from '../resource/target.ts';
import { kindOfManifest, namespaceOfManifest } from './manifest-kind.ts';
import { readManifests } from './read-manifests.ts';

/** The kinds and names in all `-f`, in order. */
export async function manifestTargets(context: CommandContext): Promise<Target[]> {
  const { client } = await context.cluster();
  const targets: Target[] = [];
  for (const manifest of await readManifests(context)) {
    const kind = await kindOfManifest(client, manifest, context.signal);
    const namespace = await namespaceOfManifest(context, manifest);
    targets.push({ kind, named: [{ name: manifest.object.metadata.name ?? '', namespace }] });
  }
  return joined(targets);
}
