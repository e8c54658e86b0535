/**
 * `reeve diff`: what applying files would change, as the server says, without doing it. Ends with 1 where there is a difference.
 * Upstream: kubectl diff.
 */
import { isNotFound, type KubeObject } from '@reeve/machinery';
import { fieldChanges } from '@reeve/patterns';
import type { CommandContext } from '../../command/command-context.ts';
import { UsageError, exitCodes } from '../../error/usage-error.ts';
import { kindOfManifest, namespaceOfManifest } from '../manifest/manifest-kind.ts';
import { readManifests, type Manifest } from '../manifest/read-manifests.ts';
import { nameOf } from '../output/printer.ts';
import { changeLines, planLines } from './plan-lines.ts';
import { objectsIn, setOf } from './set-of.ts';

export async function run(context: CommandContext): Promise<number> {
  const { flags } = context;
  if (flags.all('filename').length === 0)
    throw new UsageError('must specify -f: the files, folders or - for stdin', { exitCode: exitCodes.failed });
  const manifests = await readManifests(context);
  const name = flags.text('set');
  return name === undefined ? await eachDiff(context, manifests) : await setDiff(context, name, manifests);
}

async function setDiff(context: CommandContext, name: string, manifests: readonly Manifest[]): Promise<number> {
  const { client, namespace } = await context.cluster();
  const set = await setOf(context, client, name);
  const objects = await objectsIn(context, manifests);
  const plan = await context.progress('asking the server', () =>
    set.plan(objects, { dryRun: 'server', signal: context.signal }),
  );
  for (const line of planLines(plan, namespace)) context.print(line);
  const differs = plan.creates.length + plan.updates.length + plan.deletes.length + plan.failures.length > 0;
  return differs ? exitCodes.failed : exitCodes.done;
}

async function eachDiff(context: CommandContext, manifests: readonly Manifest[]): Promise<number> {
  let differs = false;
  for (const manifest of manifests) {
    const lines = await diffOf(context, manifest);
    for (const line of lines) context.print(line);
    differs ||= lines.length > 0;
  }
  return differs ? exitCodes.failed : exitCodes.done;
}

/** The lines about one object; none where it is as it should be. */
async function diffOf(context: CommandContext, manifest: Manifest): Promise<string[]> {
  const { flags, signal } = context;
  const { client } = await context.cluster();
  const kind = await kindOfManifest(client, manifest, signal);
  const namespace = kind.scope === 'Namespaced' ? await namespaceOfManifest(context, manifest) : undefined;
  const object = {
    ...manifest.object,
    metadata: { ...manifest.object.metadata, ...(namespace !== undefined && { namespace }) },
  };
  const live = await client.get(kind, kind.key(object), { signal }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
  if (live === undefined) return [`create ${nameOf(object)}`];
  const fieldManager = flags.text('field-manager') ?? 'reeve';
  const after: KubeObject = await client.apply(kind, object as never, {
    fieldManager,
    force: true,
    dryRun: true,
    signal,
  }); // of the kind, with a name
  const changes = fieldChanges(live, after);
  return changes.length === 0 ? [] : [`update ${nameOf(object)}`, ...changeLines(changes, kind.kind)];
}
