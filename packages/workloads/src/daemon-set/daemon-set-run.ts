/**
 * One run for one daemon set: sees to its revision, to the pods that are missing or too many, then to an update, trims its history, and writes the status once, at the end.
 * Upstream: kubernetes pkg/controller/daemon syncDaemonSet.
 */
import { ControllerRevision, DaemonSet } from '@reeve/kinds/apps/v1';
import { Node, Pod } from '@reeve/kinds/core/v1';
import { annotationsOf, generationOf, labelOf, labelsOf, uidOf } from '@reeve/machinery';
import type { FlowBackoff, Host } from '@reeve/machinery';
import type { ReconcileContext, ReconcileResult } from '@reeve/runtime';
import { claimObjects } from '../pod/claim-objects.ts';
import { controlledBy } from '../pod/controlled.ts';
import type { LiveOwners } from '../pod/live-owners.ts';
import { deletePod, isNamespaceTerminating } from '../pod/pod-control.ts';
import { nextAvailableMs, phaseOf } from '../pod/pod-state.ts';
import { slowStart } from '../pod/slow-start.ts';
import type { UnconfirmedPods } from '../pod/unconfirmed-pods.ts';
import { withStatus } from '../pod/with-status.ts';
import { currentRevision } from '../revision/revision-control.ts';
import type { ReadRevision } from '../revision/revision-data.ts';
import { revisionsToDelete } from '../revision/revision-order.ts';
import { daemonNodes } from './daemon-nodes.ts';
import type { DaemonNode } from './daemon-nodes.ts';
import { daemonPlan } from './daemon-plan.ts';
import type { DaemonPlan, DaemonView } from './daemon-plan.ts';
import { daemonPod, revisionHashLabel, targetNode } from './daemon-pod.ts';
import type { ReadDaemonSet } from './daemon-pod.ts';
import { daemonSetStatus } from './daemon-set-status.ts';
import { daemonUpdatePlan } from './daemon-update-plan.ts';

/** What a controller remembers from run to run. */
export interface DaemonMemory {
  /** How long pods that failed are held back, by set and node. */
  readonly failures: FlowBackoff;
  readonly unconfirmed: UnconfirmedPods;
  /** Sets that have had their pods. */
  readonly owners: LiveOwners;
}

/** A run. */
export class DaemonSetRun {
  readonly #set: ReadDaemonSet;
  readonly #ctx: ReconcileContext<typeof DaemonSet>;
  readonly #host: Host;
  readonly #memory: DaemonMemory;
  #heldMs = Infinity;

  constructor(set: ReadDaemonSet, ctx: ReconcileContext<typeof DaemonSet>, host: Host, memory: DaemonMemory) {
    this.#set = set;
    this.#ctx = ctx;
    this.#host = host;
    this.#memory = memory;
  }

  async reconcile(): Promise<ReconcileResult | undefined> {
    const claimed = { ownerKind: DaemonSet, owner: this.#set, selector: this.#set.spec.selector };
    const history = await claimObjects(this.#ctx, { ...claimed, kind: ControllerRevision });
    const { revision, collisionCount } = await this.#revision(history);
    const hash = labelOf(revision, revisionHashLabel) ?? '';
    await claimObjects(this.#ctx, { ...claimed, kind: Pod });
    const nowMs = this.#host.clock.now();
    const view = { hash, nowMs, isHeldBack: (node: string) => this.#isHeldBack(node) };
    const failure = await this.#manage(view);
    const nodes = await this.#nodes();
    const status = daemonSetStatus(this.#set, nodes, { hash, nowMs, collisionCount });
    await this.#ctx.updateStatus(DaemonSet, withStatus(this.#set, status));
    if (failure !== undefined) throw failure.error;
    await this.#trim(history, hash, nodes);
    return this.#nextLook(nodes, nowMs);
  }

  /** First what is missing or too many, then, on what there is after that, the update. */
  async #manage(view: DaemonView): Promise<{ readonly error: unknown } | undefined> {
    const first = await this.#perform(daemonPlan(this.#set, await this.#nodes(), view), view.hash);
    return first ?? (await this.#perform(daemonUpdatePlan(this.#set, await this.#nodes(), view), view.hash));
  }

  async #perform(plan: DaemonPlan, hash: string): Promise<{ readonly error: unknown } | undefined> {
    for (const event of plan.events ?? []) this.#ctx.event(event);
    const nodes = (await this.#mayCreate(plan)) ? plan.create : [];
    const wanted = nodes.map((node) => daemonPod(this.#set, node, hash, this.#host.random));
    const { failure } = await slowStart(wanted, (pod) => this.#memory.unconfirmed.create(this.#ctx, pod));
    for (const pod of plan.delete)
      if (phaseOf(pod) === 'Failed') this.#memory.failures.next(this.#failureId(targetNode(pod)));
    const results = await Promise.allSettled(plan.delete.map((pod) => deletePod(this.#ctx, pod)));
    if (failure !== undefined && !isNamespaceTerminating(failure.error)) return failure;
    const failed = results.find((result) => result.status === 'rejected');
    return failed && { error: failed.reason as unknown };
  }

  async #mayCreate({ create }: DaemonPlan): Promise<boolean> {
    const { owners } = this.#memory;
    if (create.length > 0) return await owners.mayHavePods(this.#ctx, DaemonSet, this.#set);
    owners.note(this.#ctx, this.#set);
    return true;
  }

  async #nodes(): Promise<readonly DaemonNode[]> {
    const pods = await controlledBy(this.#ctx, Pod, this.#set);
    const unseen = await this.#memory.unconfirmed.unseen(this.#ctx, this.#set, pods);
    return daemonNodes(this.#set, await this.#ctx.list(Node), [...pods, ...unseen]);
  }

  #revision(history: readonly ReadRevision[]): ReturnType<typeof currentRevision> {
    const { template } = this.#set.spec;
    return currentRevision(this.#ctx, {
      owner: this.#set,
      template,
      history,
      collisionCount: this.#set.status?.collisionCount ?? 0,
      describe: (hash) => ({
        labels: { ...labelsOf(template), [revisionHashLabel]: hash },
        annotations: { ...annotationsOf(this.#set) },
      }),
    });
  }

  /** Old revisions that no pod is of go, but for as many as the set keeps. */
  async #trim(history: readonly ReadRevision[], current: string, nodes: readonly DaemonNode[]): Promise<void> {
    const used = nodes.flatMap(({ pods }) => pods.map((pod) => labelOf(pod, revisionHashLabel) ?? ''));
    const live = new Set([current, ...used]);
    const isLive = (revision: ReadRevision): boolean => live.has(labelOf(revision, revisionHashLabel) ?? '');
    const limit = this.#set.spec.revisionHistoryLimit ?? 10;
    for (const old of revisionsToDelete(history, isLive, limit)) await this.#ctx.delete(ControllerRevision, old);
  }

  #isHeldBack(node: string): boolean {
    const id = this.#failureId(node);
    const isHeld = this.#memory.failures.isInBackoffSinceUpdate(id, this.#host.clock.monotonic());
    if (isHeld) this.#heldMs = Math.min(this.#heldMs, this.#memory.failures.get(id));
    return isHeld;
  }

  /** A pod that fails again and again on a node is replaced ever less often, until the set changes. */
  #failureId(node: string | undefined): string {
    return `${uidOf(this.#set) ?? ''} ${generationOf(this.#set) ?? 0} ${node ?? ''}`;
  }

  #nextLook(nodes: readonly DaemonNode[], nowMs: number): ReconcileResult | undefined {
    const pods = nodes.flatMap((node) => node.pods);
    const availableMs = nextAvailableMs(pods, this.#set.spec.minReadySeconds ?? 0, nowMs) ?? Infinity;
    const waitMs = Math.min(availableMs, this.#heldMs);
    return waitMs === Infinity ? undefined : { requeueAfterMs: waitMs };
  }
}
