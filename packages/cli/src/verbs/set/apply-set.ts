/**
 * `reeve apply --set NAME`: the objects of the files as one set. What is no longer in the files is deleted with `--prune`; waves wait until their objects are ready.
 */
import type { Client } from '@reeve/client';
import { hasCode, type KubeObject } from '@reeve/machinery';
import { isReady } from '@reeve/patterns';
import type { ApplyReport, ObjectResult, ObjectSet } from '@reeve/patterns';
import type { CommandContext } from '../../command/command-context.ts';
import { exitCodes } from '../../error/usage-error.ts';
import { readManifests } from '../manifest/read-manifests.ts';
import { serverMessage } from '../resource/server-message.ts';
import { planLines } from './plan-lines.ts';
import { lineName, objectsIn, setOf } from './set-of.ts';
import { SetWaitError } from './set-wait-error.ts';

const defaultTimeoutMs = 600_000;

export async function applySet(context: CommandContext, name: string): Promise<number> {
  const { flags, signal } = context;
  const objects = await objectsIn(context, await readManifests(context));
  const { client, namespace } = await context.cluster();
  const set = await setOf(context, client, name);
  if (flags.text('dry-run') !== 'none') {
    const dryRun = flags.text('dry-run') === 'server' ? 'server' : 'local';
    for (const line of planLines(await set.plan(objects, { dryRun, signal }), namespace)) context.print(line);
    return exitCodes.done;
  }
  await applyDefinitions(context, client, set, objects);
  return await untilDone(context, set, objects);
}

/** Definitions go first where the kinds of other objects are not served without them. */
async function applyDefinitions(
  context: CommandContext,
  client: Client,
  set: ObjectSet,
  objects: readonly KubeObject[],
): Promise<void> {
  const definitions = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
  if (definitions.length === 0 || (await areServed(client, objects, context.signal))) return;
  await untilReady(context, set.with({ prune: false }), definitions);
  client.mapper.invalidate();
}

async function areServed(client: Client, objects: readonly KubeObject[], signal: AbortSignal): Promise<boolean> {
  try {
    for (const object of objects) await client.kindOf(object, { signal });
    return true;
  } catch (error) {
    if (hasCode(error, 'REEVE_NO_MATCH')) return false;
    throw error;
  }
}

/** Applies the definitions until all are established. */
async function untilReady(context: CommandContext, set: ObjectSet, definitions: readonly KubeObject[]): Promise<void> {
  const deadline = deadlineOf(context);
  for (;;) {
    const { results } = await set.apply(definitions, {
      signal: context.signal,
      onResult: lineWriter(context, await namespaceOf(context)),
    });
    const waiting = results.flatMap(({ object }) =>
      object === undefined || isReady(object).isReady ? [] : [object.metadata.name ?? ''],
    );
    if (waiting.length === 0) return;
    await waited(
      context,
      deadline,
      500,
      waiting.map((name) => `the definition ${name} is not established`),
    );
  }
}

async function untilDone(context: CommandContext, set: ObjectSet, objects: readonly KubeObject[]): Promise<number> {
  const namespace = await namespaceOf(context);
  const deadline = deadlineOf(context);
  const onResult = lineWriter(context, namespace);
  for (;;) {
    let report: ApplyReport;
    try {
      report = await set.apply(objects, { signal: context.signal, onResult, onWave: waveWriter(context) });
    } catch (error) {
      if (!hasCode(error, 'REEVE_OBJECT_SET')) throw error;
      return exitCodes.failed; // every failure has been said
    }
    if (report.retryAfterMs === undefined) return exitCodes.done;
    await waited(context, deadline, report.retryAfterMs, report.waitingFor);
  }
}

const namespaceOf = async (context: CommandContext): Promise<string> => (await context.cluster()).namespace;

const deadlineOf = ({ flags, host }: CommandContext): number =>
  host.clock.monotonic() + (flags.durationMs('timeout') ?? defaultTimeoutMs);

async function waited(
  { host, signal, say }: CommandContext,
  deadline: number,
  delayMs: number,
  reasons: readonly string[],
): Promise<void> {
  if (host.clock.monotonic() + delayMs > deadline) throw new SetWaitError(reasons);
  for (const reason of reasons) say(`waiting for ${reason}`);
  await host.sleep(delayMs, signal);
}

/** A line for each object, and for what changes about it later. */
function lineWriter(context: CommandContext, namespace: string): (result: ObjectResult) => void {
  const said = new Set<string>();
  return (result) => {
    const { action, reason, error } = result;
    const name = lineName(result, namespace);
    if (said.has(name) && (action === 'unchanged' || action === 'waiting')) return;
    said.add(name);
    if (action === 'failed') {
      const message = serverMessage(error) ?? (error instanceof Error ? error.message : String(error));
      context.say(`${message}\n  while applying ${name}`);
    } else context.print(`${name} ${words[action]}${reason === undefined ? '' : ` (${reason})`}`);
  };
}

const words: Readonly<Record<Exclude<ObjectResult['action'], 'failed'>, string>> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  replacing: 'is being replaced',
  waiting: 'waits',
  left: 'left as it is',
  deleted: 'pruned',
  protected: 'not pruned',
  changed: 'not pruned yet',
};

/** Says which wave begins, where there are several; once. */
function waveWriter({ say }: CommandContext): (wave: { index: number; count: number; objects: number }) => void {
  let last = -1;
  return ({ index, count, objects }) => {
    if (count > 1 && index > last) say(`wave ${index + 1} of ${count}: ${objects} object${objects === 1 ? '' : 's'}`);
    last = Math.max(last, index);
  };
}
