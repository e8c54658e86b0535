/**
 * `reeve delete`: objects by name, by selector, or those in files; waits until they are gone.
 */
import type { Client } from '@reeve/client';
import { isNotFound, poll, type AnyKind, type KubeObject } from '@reeve/machinery';
import type { CommandContext } from '../../command/command-context.ts';
import { UsageError, exitCodes } from '../../error/usage-error.ts';
import { kindOfManifest, namespaceOfManifest } from '../manifest/manifest-kind.ts';
import { readManifests } from '../manifest/read-manifests.ts';
import { printedKind, resourceRequest } from '../resource/resource-request.ts';
import { serverMessage } from '../resource/server-message.ts';
import { targetsOf } from '../resource/target.ts';

/** An object to delete. */
interface Doomed {
  readonly kind: AnyKind;
  readonly name: string;
  readonly namespace: string | undefined;
}

const cascades: Readonly<Record<string, 'Background' | 'Foreground' | 'Orphan'>> = {
  background: 'Background',
  foreground: 'Foreground',
  orphan: 'Orphan',
};

export async function run(context: CommandContext): Promise<number> {
  const { flags } = context;
  const { client } = await context.cluster();
  const doomed = flags.all('filename').length > 0 ? await inFiles(context, client) : await byWords(context, client);
  if (doomed.length === 0) {
    context.say('No resources found');
    return exitCodes.done;
  }
  let code: number = exitCodes.done;
  const waiting: { doomed: Doomed; uid: string | undefined }[] = [];
  for (const each of doomed) {
    try {
      const uid = await deleted(context, client, each);
      context.print(lineOf(context, each));
      waiting.push({ doomed: each, uid });
    } catch (error) {
      if (isNotFound(error) && flags.has('ignore-not-found')) continue;
      const message = serverMessage(error);
      if (message === undefined) throw error;
      context.say(message);
      code = exitCodes.failed;
    }
  }
  if (flags.text('wait') !== 'false' && !dryRunOf(context)) await untilGone(context, client, waiting);
  return code;
}

async function byWords(context: CommandContext, client: Client): Promise<Doomed[]> {
  const { flags, args, signal } = context;
  const { namespace } = await context.cluster();
  const [selector, fieldSelector] = [flags.text('selector'), flags.text('field-selector')];
  const isChosen = selector !== undefined || fieldSelector !== undefined || flags.has('all');
  if (args.length === 0) throw wrongUse('you must provide one or more resources by argument or filename');
  const doomed: Doomed[] = [];
  for (const { kind, named } of await targetsOf(client, args, signal)) {
    if (named !== undefined && isChosen) throw wrongUse('name cannot be provided when a selector is specified');
    if (named === undefined && !isChosen) throw wrongUse('resource(s) were provided, but no name was specified');
    const place = kind.scope === 'Namespaced' && !flags.has('all-namespaces') ? namespace : undefined;
    const found =
      named?.map(({ name }) => ({ kind, name, namespace: place })) ?? (await chosen(context, client, kind, place));
    doomed.push(...found);
  }
  return doomed;
}

const wrongUse = (message: string): UsageError => new UsageError(message, { exitCode: exitCodes.failed });

async function chosen(
  context: CommandContext,
  client: Client,
  kind: AnyKind,
  namespace: string | undefined,
): Promise<Doomed[]> {
  const { flags, signal } = context;
  const selection = { labelSelector: flags.text('selector'), fieldSelector: flags.text('field-selector') };
  const request = resourceRequest(client, kind, { namespace }, selection).as('PartialObjectMetadataList');
  const { items } = (await request.do({ signal })).get() as unknown as { items: KubeObject[] }; // a list was asked for
  return items.map(({ metadata }) => ({ kind, name: metadata.name ?? '', namespace: metadata.namespace }));
}

async function inFiles(context: CommandContext, client: Client): Promise<Doomed[]> {
  const doomed: Doomed[] = [];
  for (const manifest of await readManifests(context)) {
    const kind = await kindOfManifest(client, manifest, context.signal);
    const place = await namespaceOfManifest(context, manifest);
    const namespace = kind.scope === 'Namespaced' ? place : undefined;
    doomed.push({ kind, name: manifest.object.metadata.name ?? '', namespace });
  }
  return doomed;
}

/** Deletes an object, and gives its uid back where it is still there. */
async function deleted(
  context: CommandContext,
  client: Client,
  { kind, name, namespace }: Doomed,
): Promise<string | undefined> {
  const { flags, signal } = context;
  const grace = flags.has('now')
    ? 1
    : flags.has('force')
      ? (flags.integer('grace-period') ?? 0)
      : flags.integer('grace-period', { least: -1 });
  const propagation = cascades[flags.text('cascade') ?? 'background'];
  if (propagation === undefined)
    throw wrongUse(`invalid cascade value (${flags.text('cascade')}). Must be "background", "foreground", or "orphan"`);
  const ref = namespace === undefined ? { name } : { name, namespace };
  const answer = (await client.delete(kind, ref, {
    propagation,
    ...(grace !== undefined && grace >= 0 && { gracePeriodSeconds: grace }),
    ...(dryRunOf(context) === 'server' && { dryRun: true }),
    signal,
  })) as { metadata?: { uid?: string }; details?: { uid?: string } } | undefined;
  return answer?.details?.uid ?? answer?.metadata?.uid;
}

function dryRunOf({ flags }: CommandContext): string | undefined {
  const value = flags.text('dry-run');
  return value === 'none' ? undefined : value;
}

function lineOf(context: CommandContext, { kind, name, namespace }: Doomed): string {
  const { flags } = context;
  if (flags.text('output') === 'name') return `${printedKind(kind)}/${name}`;
  const how = flags.has('force') && (flags.integer('grace-period') ?? 0) === 0 ? 'force deleted' : 'deleted';
  const where = namespace === undefined ? '' : ` from ${namespace} namespace`;
  const dryRun = dryRunOf(context);
  return `${printedKind(kind)} "${name}" ${how}${where}${dryRun === undefined ? '' : ` (${dryRun} dry run)`}`;
}

/** Waits until none of the objects is there; one of the same name that came later is another. */
async function untilGone(
  context: CommandContext,
  client: Client,
  waiting: readonly { doomed: Doomed; uid: string | undefined }[],
): Promise<void> {
  const { host, signal, flags } = context;
  const timeoutMs = flags.durationMs('timeout') || undefined;
  for (const { doomed, uid } of waiting) {
    const isGone = async (): Promise<true | undefined> => {
      const { kind, name, namespace } = doomed;
      const request = resourceRequest(client, kind, { namespace, name }).as('PartialObjectMetadata');
      const result = await request.do({ signal });
      if (isNotFound(result.error())) return true;
      const { metadata } = result.get() as { metadata?: { uid?: string } };
      return uid !== undefined && metadata?.uid !== uid ? true : undefined;
    };
    const options = {
      intervalMs: 200,
      ...(timeoutMs && { timeoutMs }),
      signal,
      waitingFor: `${doomed.name} to be gone`,
    };
    await context.progress(`waiting until ${printedKind(doomed.kind)} "${doomed.name}" is gone`, () =>
      poll(host, isGone, options),
    );
  }
}
