/**
 * `reeve apply`: server-side apply of everything in files. All of it is read and its kinds are looked up before the first object is sent; a kind may come from
 * a definition that is applied with it.
 */
import { fieldConflictsOf, type Client } from '@reeve/client';
import { isConflict, poll, type AnyKind, type KubeObject } from '@reeve/machinery';
import type { CommandContext } from '../../command/command-context.ts';
import { UsageError, exitCodes } from '../../error/usage-error.ts';
import { namespaceOfManifest, refuseUnknownKind, servedKind } from '../manifest/manifest-kind.ts';
import { readManifests, type Manifest } from '../manifest/read-manifests.ts';
import { nameOf, printerFor } from '../output/printer.ts';
import { serverMessage } from '../resource/server-message.ts';

/** A manifest, and the kind it is of; undefined while its definition is still to come. */
interface Known extends Manifest {
  readonly kind: AnyKind | undefined;
}

const waits = { intervalMs: 50, timeoutMs: 15_000, waitingFor: 'the definition to be served' };

export async function run(context: CommandContext): Promise<number> {
  const { flags } = context;
  if (flags.all('filename').length === 0)
    throw new UsageError('must specify -f: the files, folders or - for stdin', { exitCode: exitCodes.failed });
  const set = flags.text('set');
  if (set === undefined && flags.has('prune'))
    throw new UsageError('--prune deletes what a set has applied before: say which with --set NAME', {
      exitCode: exitCodes.failed,
    });
  if (set !== undefined) return await (await import('../set/apply-set.ts')).applySet(context, set);
  const dryRun = flags.text('dry-run') ?? 'none';
  const manifests = await readManifests(context);
  const { client } = await context.cluster();
  const known = await knownKinds(context, client, manifests);
  const printer = printerFor(flags.text('output') ?? '', {
    showsManagers: flags.has('show-managed-fields'),
    hasHeader: true,
  });
  let code: number = exitCodes.done;
  for (const manifest of known) {
    try {
      const applied =
        dryRun === 'client' ? manifest.object : await sent(context, client, manifest, dryRun === 'server');
      if (printer === undefined)
        context.print(`${nameOf({ ...manifest.object, metadata: applied.metadata })} ${outcome(dryRun)}`);
      else context.terminal.stdout.write(await printer.print({ object: applied }));
    } catch (error) {
      if (!sayFailure(context, manifest, error)) throw error;
      code = exitCodes.failed;
    }
  }
  return code;
}

const outcome = (dryRun: string): string =>
  dryRun === 'none' ? 'serverside-applied' : `serverside-applied (${dryRun} dry run)`;

/** Looks all kinds up. One that is not served is fine where a definition of it stands among the manifests. */
async function knownKinds(context: CommandContext, client: Client, manifests: readonly Manifest[]): Promise<Known[]> {
  const { signal } = context;
  const defined = new Set(manifests.map(({ object }) => definedKind(object)));
  const known: Known[] = [];
  for (const manifest of manifests) {
    await namespaceOfManifest(context, manifest);
    const { apiVersion = '', kind } = manifest.object;
    const found = await servedKind(client, manifest, signal);
    if (found === undefined && !defined.has(`${apiVersion.split('/')[0]} ${kind}`))
      await refuseUnknownKind(client, manifest, signal);
    known.push({ ...manifest, kind: found });
  }
  return known;
}

/** The group and kind that an object defines, if it is a definition. */
function definedKind({ kind, ...object }: KubeObject): string | undefined {
  if (kind !== 'CustomResourceDefinition') return undefined;
  const { spec } = object as { spec?: { group?: string; names?: { kind?: string } } };
  return `${spec?.group} ${spec?.names?.kind}`;
}

/** Applies one object, and gives it back as stored. */
async function sent(context: CommandContext, client: Client, manifest: Known, isDryRun: boolean): Promise<KubeObject> {
  const { flags, signal } = context;
  const kind = manifest.kind ?? (await served(context, client, manifest));
  const metadata = {
    ...manifest.object.metadata,
    ...(kind.scope === 'Namespaced' && { namespace: await namespaceOfManifest(context, manifest) }),
  };
  const options = {
    fieldManager: flags.text('field-manager') ?? 'reeve',
    force: flags.has('force-conflicts'),
    ...(isDryRun && { dryRun: true }),
    signal,
  };
  const [done] = await context.progress(`applying ${nameOf(manifest.object)}`, () =>
    client.applyAll([{ ...manifest.object, metadata }], options),
  );
  return done ?? manifest.object;
}

/** Waits for a kind whose definition was applied a moment ago. */
function served({ host, signal }: CommandContext, client: Client, { object }: Known): Promise<AnyKind> {
  const look = async (): Promise<AnyKind | undefined> => {
    client.mapper.invalidate();
    return client.kindOf(object, { signal }).catch(() => undefined);
  };
  return poll(host, look, { ...waits, signal });
}

/** Says why an object was not applied; false when the failure is not about this object. */
function sayFailure(context: CommandContext, { object, place }: Known, error: unknown): boolean {
  const conflicts = isConflict(error) ? fieldConflictsOf(error) : [];
  if (conflicts.length > 0) {
    const those = conflicts.map(({ manager, field }) => `  ${field} belongs to ${manager}`);
    const count = `${conflicts.length} conflict${conflicts.length === 1 ? '' : 's'}`;
    context.say(
      [
        `error: Apply failed with ${count}: ${nameOf(object)} (${place})`,
        ...those,
        `  next: take the fields out of the manifest, or take them over with --force-conflicts`,
      ].join('\n'),
    );
    return true;
  }
  const message = serverMessage(error);
  if (message !== undefined) context.say(`${message}\n  while applying ${nameOf(object)} (${place})`);
  return message !== undefined;
}
