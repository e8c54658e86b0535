/**
 * Takes away pods whose node is gone for good: nobody else would say that they have ended.
 * Upstream: kubernetes pkg/controller/podgc.
 */
import { Node, Pod } from '@reeve/kinds/core/v1';
import type { Host, ObjectKey } from '@reeve/machinery';
import { defineController, watch } from '@reeve/runtime';
import type { ControllerDefinition } from '@reeve/runtime';
import { isPodTerminal } from '../pod/pod-state.ts';
import { evictPod } from './evict-pod.ts';
import { PodsOfConcern } from './pods-of-concern.ts';

/** How long a node must have been gone. */
const quarantineMs = 40_000;

/** The controller of pods without a node. */
export function podGarbageCollector({ host }: { readonly host: Host }): ControllerDefinition<typeof Pod> {
  const pods = new PodsOfConcern({ of: () => 'there', concerns: (known) => known === undefined });
  const missedSince = new Map<ObjectKey, number>();
  return defineController({
    name: 'pod-garbage-collector',
    for: Pod,
    watches: [watch(Node, pods.ofNodes)],
    predicates: [pods.ofPods],
    maxConcurrent: 8,
    async reconcile(pod, ctx) {
      const { nodeName = '' } = pod.spec;
      if (nodeName === '') return {};
      if ((await ctx.get(Node, nodeName)) !== undefined) {
        missedSince.delete(ctx.key);
        return {};
      }
      pods.lose(nodeName);
      const nowMs = host.clock.now();
      const sinceMs = missedSince.get(ctx.key) ?? nowMs;
      missedSince.set(ctx.key, sinceMs);
      if (nowMs < sinceMs + quarantineMs) return { requeueAfterMs: sinceMs + quarantineMs - nowMs };
      await evictPod(pod, ctx, { why, nowMs, hasFailed: !isPodTerminal(pod), gracePeriodSeconds: 0 });
      return {};
    },
    gone(key) {
      missedSince.delete(key);
    },
  });
}

const why = { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' };
