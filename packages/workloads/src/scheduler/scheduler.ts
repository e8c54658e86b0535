/**
 * Puts pods on nodes: decides by a picture of the cluster and without waiting, counts the pod as placed, and binds it. A pod without a place says so, and is looked at again
 * when something changes that could help; nothing polls.
 * Upstream: kube-scheduler.
 */
import { strategicPatch } from '@reeve/client';
import { Node, Pod } from '@reeve/kinds/core/v1';
import { deletionStarted, findCondition, formatTime, generationOf, isNotFound } from '@reeve/machinery';
import type { DeepReadonly, Host } from '@reeve/machinery';
import { defineController, predicate, watch } from '@reeve/runtime';
import type { ControllerDefinition, ReconcileContext } from '@reeve/runtime';
import { evictPod } from '../node/evict-pod.ts';
import { isPodTerminal } from '../pod/pod-state.ts';
import { ClusterPicture, type NodeView } from './cluster-picture.ts';
import { filtersFor } from './filters.ts';
import { noPlaceMessage } from './no-place-message.ts';
import { preemptionFor } from './preemption.ts';
import type { Refusal } from './refusal.ts';
import { bestNode } from './scores.ts';

/** How the scheduler works. */
export interface SchedulerOptions {
  readonly host: Host;
  /** The scheduler that pods ask for by name; `default-scheduler` unless given. */
  readonly name?: string;
}

/** The controller that is the scheduler. */
export function scheduler({ host, name = 'default-scheduler' }: SchedulerOptions): ControllerDefinition<typeof Pod> {
  const picture = new ClusterPicture();
  const scheduling = new Scheduling(host, picture);
  const isWaiting = (pod: DeepReadonly<Pod>): boolean => isToSchedule(pod, name);
  return defineController({
    name,
    for: Pod,
    predicates: [predicate<Pod>('waits for a place', { create: isWaiting, update: isWaiting })], // most of what happens to a pod happens after that
    watches: [watch(Pod, picture.ofPods), watch(Node, picture.ofNodes)],
    maxConcurrent: 8,
    toleratedRepeats: Infinity, // a pod that still has no place says it again
    async reconcile(pod, ctx) {
      if (isWaiting(pod) && !picture.isPlaced(ctx.key)) await scheduling.schedule(pod, ctx);
    },
    gone: (key) => picture.gone(key),
  });
}

/** True of a pod that waits for this scheduler. */
const isToSchedule = (pod: DeepReadonly<Pod>, name: string): boolean =>
  (pod.spec.nodeName ?? '') === '' &&
  (pod.spec.schedulerName ?? 'default-scheduler') === name &&
  (pod.spec.schedulingGates ?? []).length === 0 &&
  !deletionStarted(pod) &&
  !isPodTerminal(pod);

type Context = ReconcileContext<typeof Pod>;

/** Why each node will not do. */
type Refusals = ReadonlyMap<NodeView, Refusal>;

const why = {
  reason: 'PreemptionByScheduler',
  message: 'default-scheduler: preempting to accommodate a higher priority pod',
};

class Scheduling {
  readonly #host: Host;
  readonly #picture: ClusterPicture;

  constructor(host: Host, picture: ClusterPicture) {
    this.#host = host;
    this.#picture = picture;
  }

  async schedule(pod: DeepReadonly<Pod>, ctx: Context): Promise<void> {
    const found = this.#placeFor(pod);
    if ('refusals' in found) return await this.#noPlace(pod, found.refusals, ctx);
    this.#picture.assume(pod, found.node.name);
    await this.#bind(pod, found.node.name, ctx);
  }

  #placeFor(pod: DeepReadonly<Pod>): { readonly node: NodeView } | { readonly refusals: Refusals } {
    const { nodes, pods } = this.#picture;
    const refuses = filtersFor(pod, nodes, pods);
    const refusals = new Map<NodeView, Refusal>();
    const fine = nodes.filter((view) => {
      const refusal = refuses(view);
      if (refusal !== undefined) refusals.set(view, refusal);
      return refusal === undefined;
    });
    const node = bestNode(pod, fine);
    return node === undefined ? { refusals } : { node };
  }

  async #bind(pod: DeepReadonly<Pod>, node: string, ctx: Context): Promise<void> {
    const { name = '', namespace = '', uid } = pod.metadata;
    const metadata = { name, namespace, ...(uid !== undefined && { uid }) };
    try {
      const binding = { metadata, target: { apiVersion: 'v1', kind: 'Node', name: node } };
      await ctx.client.subresource(Pod, 'binding').create(pod, binding, { signal: ctx.signal });
    } catch (error) {
      this.#picture.forget(ctx.key);
      if (isNotFound(error)) return;
      throw error; // the next try finds out whether somebody else was faster
    }
    ctx.event({
      reason: 'Scheduled',
      action: 'Binding',
      message: `Successfully assigned ${namespace}/${name} to ${node}`,
    });
  }

  async #noPlace(pod: DeepReadonly<Pod>, refusals: Refusals, ctx: Context): Promise<void> {
    this.#picture.waits(pod);
    const resolvable = [...refusals].flatMap(([view, { isResolvable }]) => (isResolvable ? [view] : []));
    const preemption = preemptionFor(pod, this.#picture.nodes, resolvable);
    await this.#saySo(pod, noPlaceMessage([...refusals.values()], preemption !== undefined), preemption?.node, ctx);
    for (const { pod: victim } of preemption?.victims ?? []) {
      await evictPod(victim, ctx, { why, nowMs: this.#host.clock.now() });
    }
  }

  /** Says on the pod that it has no place, and which one it will have. */
  async #saySo(pod: DeepReadonly<Pod>, message: string, node: string | undefined, ctx: Context): Promise<void> {
    const before = findCondition(pod.status?.conditions, 'PodScheduled');
    if (before?.reason === 'Unschedulable' && before.message === message && node === undefined) return;
    ctx.event({ type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling', message });
    const generation = generationOf(pod);
    const isSame = before?.status === 'False';
    const condition = {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message,
      ...(generation !== undefined && { observedGeneration: generation }),
      lastTransitionTime: (isSame ? before.lastTransitionTime : undefined) ?? formatTime(this.#host.clock.now()),
    };
    const patch = strategicPatch({
      metadata: { uid: pod.metadata.uid },
      status: { conditions: [condition], ...(node !== undefined && { nominatedNodeName: node }) },
    });
    try {
      await ctx.client.patchStatus(Pod, pod, patch, { signal: ctx.signal, fieldManager: 'kube-scheduler' });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
