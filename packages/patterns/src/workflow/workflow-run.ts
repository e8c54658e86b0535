/**
 * One run of a workflow for one owner: forward, where every node follows those that it comes after and independent ones run at the same time, and then backward, where what is to be absent is
 * removed after everything that comes after it.
 */
import { describeMember } from '../set/decide.ts';
import {
  deepFreeze,
  deletionStarted,
  failureOutcome,
  generationOf,
  keyOf,
  namespaceOf,
  objectKey,
  parseJson,
  stableHash,
  uidOf,
} from '@reeve/machinery';
import type { AnyKind, CachedObject, DeepReadonly, FailureOutcome, KubeObject } from '@reeve/machinery';
import { PartialFailureError } from '@reeve/runtime';
import type { ReconcileContext } from '@reeve/runtime';
import { allReady } from '../readiness/is-ready.ts';
import { progressing, ready } from '../readiness/readiness.ts';
import type { Readiness } from '../readiness/readiness.ts';
import type { ObjectSet } from '../set/object-set.ts';
import type { OwnedSets } from '../step/owned-sets.ts';
import { attemptOf, delayAfter, outputOf, outputText } from './node-entry.ts';
import type { NodeEntry, NodeState } from './node-entry.ts';
import { optionsOf } from './workflow-node.ts';
import type { AnyInput, AnyNode, NodeObjectRef, NodeRetry, ObjectsNode, TaskNode } from './workflow-node.ts';
import type { WorkflowRecord } from './workflow-record.ts';

/** What a run works on. */
export interface WorkflowRunOptions<K extends AnyKind> {
  readonly name: string;
  /** In an order in which they can run. */
  readonly nodes: readonly AnyNode[];
  readonly object: CachedObject<K>;
  readonly context: ReconcileContext<K>;
  readonly record: WorkflowRecord<K>;
  readonly sets: OwnedSets<K>;
}

/** How a node fares in this run. */
type NodeResult =
  | { readonly type: 'done'; readonly output: unknown }
  | { readonly type: 'blocked' }
  | { readonly type: 'skipped'; readonly reason: string };

type AnyObjects = ObjectsNode<AnyInput, string, string, AnyKind, never, unknown>;
type AnyTask = TaskNode<AnyKind, AnyInput, string, string, unknown>;

/** What is waited for wakes the controller; this is for what does not. */
const fallbackMs = 10_000;
const defaultPollMs = 10_000;

const blocked: NodeResult = { type: 'blocked' };

/** One run. */
export class WorkflowRun<K extends AnyKind> {
  readonly #options: WorkflowRunOptions<K>;
  readonly #visits = new Map<string, Promise<NodeResult>>();
  readonly #removals = new Map<string, Promise<boolean>>();
  readonly #delays: number[] = [];
  readonly #isDeleting: boolean;

  constructor(options: WorkflowRunOptions<K>) {
    this.#options = options;
    this.#isDeleting = deletionStarted(options.object);
  }

  /** Brings every node as far as it can come now. Returns when to come back, if nothing wakes the controller before. */
  async live(): Promise<{ readonly requeueAfterMs: number } | undefined> {
    const { nodes, record } = this.#options;
    await this.#all(nodes.map((node) => this.#visit(node)));
    await this.#removeAbsent();
    await record.save();
    return this.#delays.length === 0 ? undefined : { requeueAfterMs: Math.min(...this.#delays) };
  }

  /** Removes all nodes. Returns nothing when all are gone. */
  async remove(): Promise<{ readonly requeueAfterMs: number } | undefined> {
    const isGone = await this.#removeAbsent();
    if (isGone) return undefined; // the record goes with the owner
    await this.#options.record.save();
    return { requeueAfterMs: Math.min(fallbackMs, ...this.#delays) };
  }

  #visit(node: AnyNode): Promise<NodeResult> {
    const { name } = node;
    const visit = this.#visits.get(name) ?? this.#isDeletingOr(() => this.#visitOnce(node));
    this.#visits.set(name, visit);
    return visit;
  }

  #isDeletingOr(visit: () => Promise<NodeResult>): Promise<NodeResult> {
    return this.#isDeleting ? Promise.resolve({ type: 'skipped', reason: 'its owner is being deleted' }) : visit();
  }

  async #visitOnce(node: AnyNode): Promise<NodeResult> {
    const names = [...node.after, ...node.optionalAfter];
    const results = await this.#all(names.map((name) => this.#visit(this.#nodeOf(name))));
    const before = names.map((name, at) => ({ name, result: results[at] ?? blocked }));
    const skipped = before.find(({ name, result }) => result.type === 'skipped' && node.after.includes(name));
    if (skipped !== undefined) return { type: 'skipped', reason: `${skipped.name} is skipped` };
    const waited = before.filter(({ result }) => result.type === 'blocked');
    if (waited.length > 0) return this.#waitFor(node, waited.map(({ name }) => name).join(', '));
    const outputs = Object.fromEntries(
      before.map(({ name, result }) => [name, result.type === 'done' ? result.output : undefined]),
    );
    return await this.#timed(node, outputs);
  }

  /** What a node has come to already stays as it is. */
  #waitFor({ name }: AnyNode, others: string): NodeResult {
    const { record } = this.#options;
    const { state, input } = record.get(name) ?? { state: 'Waiting' };
    if (input === undefined && (state === 'Waiting' || state === 'Skipped'))
      record.set(name, { state: 'Waiting', message: `waits for ${others}` });
    return blocked;
  }

  /** Works on a node, and notes it as a step of the run. */
  async #timed(node: AnyNode, outputs: Readonly<Record<string, unknown>>): Promise<NodeResult> {
    const { name, context, record, object } = this.#options;
    const startedMs = context.now();
    const input: AnyInput = { object, outputs, context };
    let result: NodeResult;
    try {
      result = await this.#worked(node, input);
    } catch (error) {
      if (!(error instanceof NodeFailure)) throw error;
      result = await this.#failed(node, error);
    }
    const hasFailed = ['Failed', 'Retrying'].includes(record.get(node.name)?.state ?? '');
    context.noteStep({
      name: `${name}: ${node.name}`,
      durationMs: Math.max(0, context.now() - startedMs),
      result: hasFailed ? 'error' : 'success',
    });
    return result;
  }

  async #worked(node: AnyNode, input: AnyInput): Promise<NodeResult> {
    const { work } = node;
    const isWanted = await this.#asked(input, () => optionsOf(node).when?.(input) !== false);
    if (!isWanted) return { type: 'skipped', reason: 'its condition is false' };
    return work.type === 'task'
      ? await this.#task(node, work.node, input)
      : await this.#objects(node, work.node, input);
  }

  /** Asks a function of the node about its owner and outputs; when it throws, it is asked again with the retries of the node. */
  #asked<T>({ object, outputs }: AnyInput, ask: () => T | Promise<T>): Promise<T> {
    return failing(stableHash([generationOf(object) ?? null, outputs]), undefined, ask);
  }

  async #task(node: AnyNode, task: AnyTask, input: AnyInput): Promise<NodeResult> {
    const { object, context, record } = this.#options;
    const { spec } = object as { readonly spec?: unknown };
    const hash = await this.#asked(
      input,
      () => stableHash([(task.input === undefined ? spec : task.input(object as never)) ?? null, input.outputs]), // an owner of this kind
    );
    const before = record.get(node.name);
    if (before?.state === 'Done' && before.input === hash) return doneWith(before.output);
    const attempt = attemptOf(before, hash, context.now(), task.retry);
    if (attempt.type !== 'try') return this.#notTried(node, attempt, hash);
    const running = { input: hash, attempts: attempt.attempt, output: before?.output };
    await this.#save(node, { ...running, state: 'Running' });
    const tried = { attempt: attempt.attempt, idempotencyKey: this.#idempotencyKey(node, hash) };
    const { isReady, output } = await failing(hash, attempt.attempt, async () => {
      const result = await task.run({ ...input, ...tried });
      return { isReady: task.readyWhen?.(result, input) !== false, output: outputText(node.name, result) };
    });
    if (isReady) {
      await this.#save(node, { state: 'Done', input: hash, output });
      return doneWith(output);
    }
    const { pollMs = defaultPollMs } = task;
    this.#delays.push(pollMs);
    const retryAt = timeText(context.now() + pollMs);
    await this.#save(node, { state: 'Waiting', message: 'it is not ready yet', input: hash, retryAt, output });
    return blocked;
  }

  async #objects(node: AnyNode, work: AnyObjects, input: AnyInput): Promise<NodeResult> {
    const { context, record } = this.#options;
    const made = (await this.#asked(input, () => work.objects(input))) as KubeObject | readonly KubeObject[];
    const objects = isList(made) ? made : [made];
    const hash = stableHash(objects);
    const set = this.#setOf(node);
    const before = record.get(node.name);
    if (before?.state === 'Deleted' && before.input === hash) {
      await set.remove({ signal: context.signal }); // where the process ended before that
      return doneWith(before.output);
    }
    const attempt = attemptOf(before, hash, context.now(), work.retry);
    if (attempt.type !== 'try') return this.#notTried(node, attempt, hash);
    if (before === undefined || before.state === 'Skipped')
      await this.#save(node, { state: 'Waiting', message: 'its objects are being applied' });
    const report = await failing(hash, attempt.attempt, () => set.apply(objects, { signal: context.signal }));
    if (report.retryAfterMs !== undefined) this.#delays.push(report.retryAfterMs);
    if (report.state !== 'done') return this.#notReady(node, progressing(report.waitingFor.join('; ')));
    const live = await this.#live(objects);
    if (live === undefined) return this.#notReady(node, progressing('its objects are not in the cache yet'));
    const found = (isList(made) ? live : live[0]) as never; // in the form in which they were made
    const { readiness, output, isOver } = await failing(hash, attempt.attempt, () => {
      const judged = readinessOf(work.readyWhen?.(found, input), live);
      if (!judged.isReady) return { readiness: judged };
      const refs = live.map(refTo);
      const result = work.output === undefined ? (isList(made) ? refs : refs[0]) : work.output(found, input);
      const isDone = work.deleteWhen?.(found, input) === true;
      return { readiness: judged, output: outputText(node.name, result), isOver: isDone };
    });
    if (!readiness.isReady) return this.#notReady(node, readiness);
    if (isOver === true) {
      await this.#save(node, { state: 'Deleted', input: hash, output });
      await set.remove({ signal: context.signal });
    } else record.set(node.name, { state: 'Done' });
    return doneWith(output);
  }

  #notReady({ name }: AnyNode, { state, reason }: Readiness): NodeResult {
    this.#options.record.set(name, { state: state === 'failed' ? 'Failed' : 'Waiting', message: reason });
    return blocked;
  }

  #notTried(
    { name }: AnyNode,
    attempt: Exclude<ReturnType<typeof attemptOf>, { readonly type: 'try' }>,
    input: string,
  ): NodeResult {
    const { record } = this.#options;
    if (attempt.type === 'wait') this.#delays.push(attempt.delayMs);
    else
      record.set(name, { ...record.get(name), state: 'Failed', input, message: attempt.message, retryAt: undefined });
    return blocked;
  }

  /** Notes what a node failed with, and when it is tried again. */
  async #failed(node: AnyNode, failure: NodeFailure): Promise<NodeResult> {
    const { context, record, name } = this.#options;
    const { cause: error, input, attempt } = failure;
    if (context.signal.aborted) throw error;
    const before = record.get(node.name);
    const attempts = attempt ?? (before?.input === input ? (before.attempts ?? 0) + 1 : 1);
    const message = error instanceof Error ? error.message : String(error);
    const kept = { input, message, output: before?.output };
    const next = nextTry(failureOutcome(error), attempts, optionsOf(node).retry, context.now());
    if (next.delayMs !== undefined) this.#delays.push(next.delayMs);
    const retryAt = next.delayMs === undefined ? undefined : timeText(context.now() + next.delayMs);
    await this.#save(node, { ...kept, state: next.state, attempts: next.state === 'Waiting' ? 0 : attempts, retryAt });
    if (next.state === 'Waiting') return blocked;
    const what = `node ${node.name} of ${name} failed: try ${attempts}${next.state === 'Failed' ? ', the last' : ''}`;
    context.log.error(what, { error, ...(next.delayMs !== undefined && { retryAfterMs: next.delayMs }) });
    context.event({ type: 'Warning', reason: `Node${next.state}`, action: node.name, message: `${what}: ${message}` });
    return blocked;
  }

  /** Removes what is to be absent, and what a former version of the program had. True when nothing is left of it. */
  async #removeAbsent(): Promise<boolean> {
    const { nodes, record } = this.#options;
    const known = new Set(nodes.map(({ name }) => name));
    const former = Object.keys(record.entries).filter((name) => !known.has(name));
    const gone = await this.#all([
      ...nodes.map((node) => this.#removal(node)),
      ...former.map((name) => this.#removeFormer(name)),
    ]);
    return gone.every(Boolean);
  }

  #removal(node: AnyNode): Promise<boolean> {
    const removal = this.#removals.get(node.name) ?? this.#removeOnce(node);
    this.#removals.set(node.name, removal);
    return removal;
  }

  /** True when the node is not there, or is not to be absent. */
  async #removeOnce(node: AnyNode): Promise<boolean> {
    const { nodes, record } = this.#options;
    const result = await this.#visit(node);
    const later = nodes.filter(({ after, optionalAfter }) => [...after, ...optionalAfter].includes(node.name));
    const areGone = await this.#all(later.map(async (one) => await this.#isOver(one)));
    if (result.type !== 'skipped') return true;
    const absent = this.#isDeleting ? 'Removed' : 'Skipped';
    const message = this.#isDeleting ? undefined : result.reason;
    const before = record.get(node.name);
    if (before?.state === absent) return true;
    if (!areGone.every(Boolean)) return false;
    const isUntouched = before === undefined && (node.work.type === 'task' || !this.#isDeleting);
    const isGone = isUntouched || (await this.#removed(node, before));
    if (!isGone) return false;
    record.set(node.name, { state: absent, message });
    if (node.work.type === 'task' && !isUntouched) await record.save(); // it is not undone again
    return true;
  }

  /** True where a node no longer uses what comes before it. */
  async #isOver(node: AnyNode): Promise<boolean> {
    const { type } = await this.#visit(node);
    return type === 'done' || (type === 'skipped' && (await this.#removal(node)));
  }

  async #removed(node: AnyNode, before: NodeEntry | undefined): Promise<boolean> {
    const { context, record } = this.#options;
    const waitMs = before?.state === 'Removing' && before.retryAt ? Date.parse(before.retryAt) - context.now() : 0;
    if (waitMs > 0) {
      this.#delays.push(waitMs);
      return false;
    }
    try {
      const { work } = node;
      if (work.type === 'task') return await this.#undone(node, work.node, before);
      return await this.#setRemoved(node, before);
    } catch (error) {
      if (context.signal.aborted) throw error;
      const attempts = before?.state === 'Removing' ? (before.attempts ?? 0) + 1 : 1;
      const { delayMs = fallbackMs } = nextTry(failureOutcome(error), attempts, undefined, context.now());
      const message = error instanceof Error ? error.message : String(error);
      this.#delays.push(delayMs);
      const retryAt = timeText(context.now() + delayMs);
      record.set(node.name, { ...keptOf(before), state: 'Removing', message, attempts, retryAt });
      context.log.error(`node ${node.name} of ${this.#options.name} was not removed`, { error, retryAfterMs: delayMs });
      return false;
    }
  }

  /** A task that was never begun has nothing to undo. */
  async #undone(node: AnyNode, task: AnyTask, before: NodeEntry | undefined): Promise<boolean> {
    const { object, context } = this.#options;
    if (before?.input === undefined || task.remove === undefined) return true;
    await task.remove({
      object,
      output: outputOf(before),
      context,
      idempotencyKey: this.#idempotencyKey(node, before.input),
    });
    return true;
  }

  async #setRemoved(node: AnyNode, before: NodeEntry | undefined): Promise<boolean> {
    const { context, record, sets } = this.#options;
    const set = this.#setOf(node);
    const { results, retryAfterMs } = await set.remove({ signal: context.signal });
    if (retryAfterMs !== undefined) this.#delays.push(retryAfterMs);
    const kept = new Set(
      results.filter(({ action }) => action === 'protected').map(({ kind, key }) => `${kind} ${key}`),
    );
    const left = (await sets.membersOf(set, context)).map((object) =>
      describeMember({ kind: sets.kindOf(object), key: keyOf(object) }),
    );
    const [first, ...others] = left.filter((member) => !kept.has(member));
    if (first === undefined) return true;
    const message = `waits until ${first}${others.length === 0 ? '' : ` and ${others.length} others`} ${others.length === 0 ? 'is' : 'are'} gone`;
    record.set(node.name, { ...keptOf(before), state: 'Removing', message });
    return false;
  }

  /** A node that the program no longer has: nobody knows how to undo a task. */
  async #removeFormer(name: string): Promise<boolean> {
    const { context, record } = this.#options;
    await this.#setFor(name, {}).remove({ signal: context.signal });
    record.set(name, undefined);
    return true;
  }

  #setOf(node: AnyNode): ObjectSet {
    if (node.work.type === 'task') return this.#setFor(node.name, {});
    const { scope, adopt, prune, waveOf, rules, inject, ownerReferences } = node.work.node;
    return this.#setFor(node.name, { scope, adopt, prune, waveOf, rules, inject, ownerReferences });
  }

  #setFor(node: string, options: Parameters<OwnedSets<K>['setOf']>[3]): ObjectSet {
    const { name, sets, context, object } = this.#options;
    return sets.setOf(`${name}.${node}`, object, context, options);
  }

  /** The objects from the cache, in their order; undefined where one is not there. */
  async #live(objects: readonly KubeObject[]): Promise<readonly DeepReadonly<KubeObject>[] | undefined> {
    const { context, sets, object } = this.#options;
    const found = await Promise.all(
      objects.map((one) => {
        const kind = sets.kindOf(one);
        const namespace = kind.scope === 'Cluster' ? undefined : (namespaceOf(one) ?? namespaceOf(object));
        return context.get<AnyKind>(kind, objectKey(namespace, one.metadata.name ?? ''));
      }),
    );
    return found.every((one) => one !== undefined) ? found : undefined;
  }

  #idempotencyKey(node: AnyNode, input: string): string {
    return `${uidOf(this.#options.object)}-${stableHash([this.#options.name, node.name, input])}`;
  }

  #nodeOf(name: string): AnyNode {
    return this.#options.nodes.find((node) => node.name === name) as AnyNode; // names were checked when it was defined
  }

  #save(node: AnyNode, entry: Omit<NodeEntry, 'since'>): Promise<void> {
    this.#options.record.set(node.name, entry);
    return this.#options.record.save();
  }

  /** Waits for all, and then throws what failed: no node is left running. */
  async #all<T>(waiting: readonly Promise<T>[]): Promise<T[]> {
    const settled = await Promise.allSettled(waiting);
    const failures = [...new Set(settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])))];
    if (failures.length === 1) throw failures[0];
    if (failures.length > 0)
      throw new PartialFailureError(
        this.#options.name,
        failures.map((error) => ({ name: 'workflow', error })),
      );
    return settled.map((one) => (one as PromiseFulfilledResult<T>).value); // none was rejected
  }
}

/** What a function of a node threw. */
class NodeFailure extends Error {
  /** A hash of what was tried. */
  readonly input: string;
  /** Which try it was, where it is counted already. */
  readonly attempt: number | undefined;

  constructor(cause: unknown, input: string, attempt: number | undefined) {
    super('a function of a node failed', { cause });
    this.input = input;
    this.attempt = attempt;
  }
}

/** Tells what the program's own functions throw from what ends the run. */
async function failing<T>(input: string, attempt: number | undefined, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new NodeFailure(error, input, attempt);
  }
}

/** What follows from a failure: the state, and when the node is tried again. */
function nextTry(
  outcome: FailureOutcome,
  attempts: number,
  retry: NodeRetry | undefined,
  nowMs: number,
): { readonly state: NodeState; readonly delayMs?: number } {
  switch (outcome.type) {
    case 'terminal':
      return { state: 'Failed' };
    case 'skip':
      return { state: 'Waiting' };
    case 'requeueAfter':
      return { state: 'Waiting', delayMs: finite(outcome.delayMs) };
    case 'waitUntil':
      return { state: 'Waiting', delayMs: finite(outcome.time - nowMs) };
    case 'retry': {
      const delayMs = delayAfter(attempts, retry);
      return delayMs === undefined
        ? { state: 'Failed' }
        : { state: 'Retrying', delayMs: Math.max(delayMs, finite(outcome.notBeforeMs)) };
    }
  }
}

const finite = (delayMs: number): number => (Number.isFinite(delayMs) ? Math.max(0, delayMs) : defaultPollMs);

const isList = (made: KubeObject | readonly KubeObject[]): made is readonly KubeObject[] => Array.isArray(made);

const timeText = (timeMs: number): string => new Date(timeMs).toISOString();

/** What later nodes are given. It is read back from its text, so that it is the same now and after a restart. */
function doneWith(text: string | undefined): NodeResult {
  const value = text === undefined ? null : parseJson(text);
  return { type: 'done', output: value === null ? undefined : deepFreeze(value) };
}

function readinessOf(judged: boolean | Readiness | undefined, live: readonly DeepReadonly<KubeObject>[]): Readiness {
  if (typeof judged === 'object') return judged;
  if (judged === undefined) return allReady(live);
  return judged ? ready('it is ready') : progressing('it is not ready yet');
}

const refTo = ({ kind = '', metadata }: DeepReadonly<KubeObject>): NodeObjectRef => {
  const { namespace, name = '', uid = '' } = metadata;
  return { kind, ...(namespace !== undefined && { namespace }), name, uid };
};

/** What an entry keeps of a node that is being removed: what its `remove` is given. */
const keptOf = (before: NodeEntry | undefined): Pick<NodeEntry, 'input' | 'output'> => ({
  input: before?.input,
  output: before?.output,
});
