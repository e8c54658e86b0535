/**
 * One run for one stateful set: sees to its revisions, does what the plan says, trims its history, and writes the status once, at the end.
 * Upstream: kubernetes pkg/controller/statefulset UpdateStatefulSet.
 */
import { ControllerRevision, StatefulSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { annotationsOf, labelsOf, nameOf } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { ReconcileContext, ReconcileResult } from '@reeve/runtime';
import { claimObjects } from '../pod/claim-objects.ts';
import { controlledBy } from '../pod/controlled.ts';
import type { LiveOwners } from '../pod/live-owners.ts';
import { nextAvailableMs } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { withStatus } from '../pod/with-status.ts';
import { currentRevision } from '../revision/revision-control.ts';
import type { ReadRevision } from '../revision/revision-data.ts';
import { revisionsToDelete } from '../revision/revision-order.ts';
import { ordinalOf } from './ordinals.ts';
import type { ReadStatefulSet } from './ordinals.ts';
import { StatefulActions } from './stateful-actions.ts';
import { revisionOf } from './stateful-pod.ts';
import { statefulPlan } from './stateful-plan.ts';
import type { StatefulAction } from './stateful-plan.ts';
import { statefulSetStatus } from './stateful-set-status.ts';

/** A run. */
export class StatefulSetRun {
  readonly #set: ReadStatefulSet;
  readonly #ctx: ReconcileContext<typeof StatefulSet>;
  readonly #host: Host;
  readonly #owners: LiveOwners;

  constructor(set: ReadStatefulSet, ctx: ReconcileContext<typeof StatefulSet>, host: Host, owners: LiveOwners) {
    this.#set = set;
    this.#ctx = ctx;
    this.#host = host;
    this.#owners = owners;
  }

  async reconcile(): Promise<ReconcileResult | undefined> {
    const claimed = { ownerKind: StatefulSet, owner: this.#set, selector: this.#set.spec.selector };
    const history = await claimObjects(this.#ctx, { ...claimed, kind: ControllerRevision });
    const { revision: update, collisionCount } = await this.#currentRevision(history);
    const current = history.find((one) => nameOf(one) === this.#set.status?.currentRevision) ?? update;
    await claimObjects(this.#ctx, { ...claimed, kind: Pod, matches: (pod) => this.#isMember(pod) });

    const nowMs = this.#host.clock.now();
    const plan = await this.#possible(statefulPlan(this.#set, await this.#pods(), nameOf(update) ?? '', nowMs));
    const failure = await new StatefulActions(this.#set, this.#ctx, { current, update }).perform(plan);

    const pods = await this.#pods();
    const names = { current: nameOf(current) ?? '', update: nameOf(update) ?? '', collisionCount };
    await this.#ctx.updateStatus(StatefulSet, withStatus(this.#set, statefulSetStatus(this.#set, pods, names, nowMs)));
    await this.#trim(history, new Set([names.current, names.update, ...pods.map(revisionOf)]));
    if (failure !== undefined) throw failure.error;
    const waitMs = nextAvailableMs(pods, this.#set.spec.minReadySeconds ?? 0, nowMs);
    return waitMs === undefined ? undefined : { requeueAfterMs: waitMs };
  }

  /** What of the plan is done: a set that had all of its pods, and is gone from the server, gets no others. */
  async #possible(plan: readonly StatefulAction[]): Promise<readonly StatefulAction[]> {
    const isServed = plan.length === 0 && (await this.#pods()).length >= (this.#set.spec.replicas ?? 1);
    if (isServed) this.#owners.note(this.#ctx, this.#set);
    if (!plan.some(({ type }) => type === 'create')) return plan;
    return (await this.#owners.mayHavePods(this.#ctx, StatefulSet, this.#set)) ? plan : [];
  }

  #currentRevision(history: readonly ReadRevision[]): ReturnType<typeof currentRevision> {
    const { template } = this.#set.spec;
    return currentRevision(this.#ctx, {
      owner: this.#set,
      template,
      history,
      collisionCount: this.#set.status?.collisionCount ?? 0,
      describe: (hash) => ({
        labels: { ...labelsOf(template), 'controller.kubernetes.io/hash': hash },
        annotations: { ...annotationsOf(this.#set) },
      }),
    });
  }

  #isMember(pod: ReadPod): boolean {
    return ordinalOf(this.#set, pod) !== undefined;
  }

  async #pods(): Promise<readonly ReadPod[]> {
    return (await controlledBy(this.#ctx, Pod, this.#set)).filter((pod) => this.#isMember(pod));
  }

  async #trim(history: readonly ReadRevision[], live: ReadonlySet<string>): Promise<void> {
    const isLive = (revision: ReadRevision): boolean => live.has(nameOf(revision) ?? '');
    const limit = this.#set.spec.revisionHistoryLimit ?? 10;
    for (const old of revisionsToDelete(history, isLive, limit)) await this.#ctx.delete(ControllerRevision, old);
  }
}
