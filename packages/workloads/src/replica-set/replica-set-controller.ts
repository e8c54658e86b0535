/**
 * Keeps as many pods of a template as a replica set wants: adopts what its selector selects, makes what is missing, deletes what is too much, and says how it stands.
 * Own writes are read at once, so a burst of runs never makes a pod too many.
 * Upstream: kubernetes pkg/controller/replicaset.
 */
import { ReplicaSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { controllerOf, deletionStarted, labelsOf } from '@reeve/machinery';
import type { DeepReadonly, Host } from '@reeve/machinery';
import { defineController, watch } from '@reeve/runtime';
import type { ControllerDefinition, ReconcileContext, ReconcileResult } from '@reeve/runtime';
import { claimObjects } from '../pod/claim-objects.ts';
import { controlledBy, controllerIndex } from '../pod/controlled.ts';
import { countsAnew } from '../pod/counts-anew.ts';
import { KnownSelectors } from '../pod/known-selectors.ts';
import { LiveOwners } from '../pod/live-owners.ts';
import { deletePod, isNamespaceTerminating } from '../pod/pod-control.ts';
import { podFromTemplate } from '../pod/pod-from-template.ts';
import { isPodActive, nextAvailableMs } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { queryOf } from '../pod/query-of.ts';
import { slowStart } from '../pod/slow-start.ts';
import { UnconfirmedPods } from '../pod/unconfirmed-pods.ts';
import { withStatus } from '../pod/with-status.ts';
import { workloadOptions } from '../pod/workload-options.ts';
import type { WorkloadOptions } from '../pod/workload-options.ts';
import { podsToDelete } from './deletion-order.ts';
import { replicaSetStatus } from './replica-set-status.ts';
import type { ReplicaFailure } from './replica-set-status.ts';

/** The controller of replica sets. */
export function replicaSetController(options: WorkloadOptions = {}): ControllerDefinition<typeof ReplicaSet> {
  const { host, maxConcurrent } = workloadOptions(options);
  const known = new KnownSelectors();
  const memory = { unconfirmed: new UnconfirmedPods(), owners: new LiveOwners() };
  return defineController({
    name: 'replicaset-controller',
    for: ReplicaSet,
    owns: [{ kind: Pod, predicates: [countsAnew] }],
    watches: [watch(Pod, (pod) => (controllerOf(pod) === undefined ? known.selecting(pod) : []))],
    indexes: [controllerIndex(Pod), controllerIndex(ReplicaSet)],
    maxConcurrent,
    wakesItself: false, // a run decides by what it writes, and there is nothing left to do after it
    events: 'core',
    toleratedRepeats: Infinity, // counts that go up one by one are no loop
    reconcile(set, ctx) {
      known.set(ctx.key, set.spec.selector);
      return new ReplicaSetRun(set, ctx, host, memory).reconcile();
    },
    gone(key) {
      known.delete(key);
      memory.unconfirmed.forget(key);
      memory.owners.forget(key);
    },
  });
}

/** How many pods a run makes or deletes at most; the next run goes on. */
const burst = 500;

/** What is remembered from run to run. */
interface Memory {
  readonly unconfirmed: UnconfirmedPods;
  readonly owners: LiveOwners;
}

/** What came of making or deleting pods. */
interface Managed {
  readonly failure?: ReplicaFailure | undefined;
  readonly hasMore?: boolean;
}

/** One run for one replica set. */
class ReplicaSetRun {
  readonly #set: DeepReadonly<ReplicaSet>;
  readonly #ctx: ReconcileContext<typeof ReplicaSet>;
  readonly #host: Host;
  readonly #memory: Memory;

  constructor(set: DeepReadonly<ReplicaSet>, ctx: ReconcileContext<typeof ReplicaSet>, host: Host, memory: Memory) {
    this.#set = set;
    this.#ctx = ctx;
    this.#host = host;
    this.#memory = memory;
  }

  async reconcile(): Promise<ReconcileResult | undefined> {
    const { selector } = this.#set.spec;
    const owner = this.#set;
    const active = await claimObjects(this.#ctx, {
      ownerKind: ReplicaSet,
      owner,
      kind: Pod,
      selector,
      considers: isPodActive,
    });
    const unseen = (await this.#memory.unconfirmed.unseen(this.#ctx, owner, active)).filter(isPodActive);
    const { failure, hasMore = false } = deletionStarted(owner) ? {} : await this.#manage([...active, ...unseen]);
    const pods = await this.#pods();
    const nowMs = this.#host.clock.now();
    await this.#ctx.updateStatus(ReplicaSet, withStatus(owner, replicaSetStatus(owner, pods, failure, nowMs)));
    if (failure !== undefined) throw failure.error;
    return hasMore ? { requeueAfterMs: 1 } : this.#nextLook(pods, nowMs);
  }

  /** The pods after what was done. One that was made without an answer counts as well: a rollout that takes the set for smaller than it is makes too many. */
  async #pods(): Promise<readonly ReadPod[]> {
    const query = queryOf(this.#set.spec.selector);
    const seen = (await controlledBy(this.#ctx, Pod, this.#set)).filter((pod) => query.matches(labelsOf(pod)));
    return [...seen, ...(await this.#memory.unconfirmed.unseen(this.#ctx, this.#set, seen))];
  }

  async #manage(active: readonly ReadPod[]): Promise<Managed> {
    const missing = (this.#set.spec.replicas ?? 1) - active.length;
    const { owners } = this.#memory;
    if (missing > 0 && !(await owners.mayHavePods(this.#ctx, ReplicaSet, this.#set))) return {};
    const count = Math.min(Math.abs(missing), burst);
    const failure =
      missing > 0 ? await this.#create(count) : missing < 0 ? await this.#delete(active, count) : undefined;
    const hasMore = count < Math.abs(missing);
    if (failure === undefined && !hasMore) owners.note(this.#ctx, this.#set);
    return { failure, hasMore };
  }

  async #create(count: number): Promise<ReplicaFailure | undefined> {
    const { random } = this.#host;
    const template = this.#set.spec.template ?? {};
    const wanted = Array.from({ length: count }, () => podFromTemplate(template, this.#set, { random }));
    const { failure } = await slowStart(wanted, (pod) => this.#memory.unconfirmed.create(this.#ctx, pod));
    if (failure === undefined || isNamespaceTerminating(failure.error)) return undefined;
    return { reason: 'FailedCreate', error: failure.error };
  }

  async #delete(active: readonly ReadPod[], count: number): Promise<ReplicaFailure | undefined> {
    const related = count < active.length ? await this.#related(active) : active;
    const chosen = podsToDelete(active, related, count, this.#host.clock.now());
    const results = await Promise.allSettled(chosen.map((pod) => deletePod(this.#ctx, pod)));
    const failed = results.find((result) => result.status === 'rejected');
    return failed && { reason: 'FailedDelete', error: failed.reason as unknown };
  }

  /** The pods of all replica sets of the same deployment. */
  async #related(own: readonly ReadPod[]): Promise<readonly ReadPod[]> {
    const uid = controllerOf(this.#set)?.uid;
    if (uid === undefined) return own;
    const siblings = await controlledBy(this.#ctx, ReplicaSet, { metadata: { uid } });
    const pods = await Promise.all(siblings.map((set) => controlledBy(this.#ctx, Pod, set)));
    return pods.flat();
  }

  /** When the next pod that is ready will have been so for long enough. */
  #nextLook(pods: readonly ReadPod[], nowMs: number): ReconcileResult | undefined {
    const { minReadySeconds = 0 } = this.#set.spec;
    const waitMs = nextAvailableMs(pods.filter(isPodActive), minReadySeconds, nowMs);
    return waitMs === undefined ? undefined : { requeueAfterMs: waitMs };
  }
}
