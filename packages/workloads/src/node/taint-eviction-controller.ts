/**
 * Takes pods away from nodes whose taints they do not put up with: at once, or as long after the taint as they tolerate it.
 * Upstream: kubernetes pkg/controller/tainteviction.
 */
import { Node, Pod } from '@reeve/kinds/core/v1';
import type { Taint } from '@reeve/kinds/core/v1';
import { deletionStarted, keyOf, parseTime } from '@reeve/machinery';
import type { DeepReadonly, Host } from '@reeve/machinery';
import { defineController, watch } from '@reeve/runtime';
import type { ControllerDefinition } from '@reeve/runtime';
import { tolerates } from '../pod/taints.ts';
import { evictPod } from './evict-pod.ts';
import { PodsOfConcern } from './pods-of-concern.ts';

/** The controller that evicts by taints. */
export function taintEvictionController({ host }: { readonly host: Host }): ControllerDefinition<typeof Pod> {
  const pods = new PodsOfConcern({
    of: (node) => JSON.stringify(evictingTaints(node)),
    concerns: (taints = '[]') => taints !== '[]',
    isNew: (pod, old) => pod.spec.tolerations?.length !== old.spec.tolerations?.length,
  });
  return defineController({
    name: 'taint-eviction-controller',
    for: Pod,
    watches: [watch(Node, pods.ofNodes)],
    predicates: [pods.ofPods],
    maxConcurrent: 8,
    events: 'core',
    async reconcile(pod, ctx) {
      const { nodeName = '' } = pod.spec;
      if (nodeName === '' || deletionStarted(pod)) return {};
      const node = await ctx.get(Node, nodeName);
      const dueMs = node === undefined ? Infinity : evictionTime(pod, node, host.clock.now());
      if (dueMs === Infinity) return {};
      const nowMs = host.clock.now();
      if (dueMs > nowMs) return { requeueAfterMs: dueMs - nowMs };
      ctx.event({ reason: 'TaintManagerEviction', message: `Marking for deletion Pod ${keyOf(pod)}` });
      await evictPod(pod, ctx, { why, nowMs });
      return {};
    },
  });
}

const why = { reason: 'DeletionByTaintManager', message: 'Taint manager: deleting due to NoExecute taint' };

/** When the pod must go, in milliseconds since 1970; `Infinity` when it may stay. */
export function evictionTime(pod: DeepReadonly<Pod>, node: DeepReadonly<Node>, nowMs: number): number {
  const times = evictingTaints(node).map((taint) => {
    const fitting = (pod.spec.tolerations ?? []).filter((toleration) => tolerates(toleration, taint));
    if (fitting.length === 0) return nowMs;
    const seconds = Math.min(...fitting.map(({ tolerationSeconds = Infinity }) => Math.max(0, tolerationSeconds)));
    return (parseTime(taint.timeAdded) ?? nowMs) + seconds * 1000;
  });
  return Math.min(Infinity, ...times);
}

const evictingTaints = ({ spec }: DeepReadonly<Node>): DeepReadonly<Taint[]> =>
  (spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
