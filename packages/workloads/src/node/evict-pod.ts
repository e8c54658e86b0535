/**
 * Takes a pod away and leaves word on it why, for whoever has a finalizer on it.
 * Upstream: the DisruptionTarget condition of kubernetes' controllers.
 */
import { strategicPatch } from '@reeve/client';
import { Pod } from '@reeve/kinds/core/v1';
import { formatTime, generationOf, isNotFound } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';

/** Why a pod goes. */
export interface EvictionReason {
  readonly reason: string;
  readonly message: string;
}

/** How it goes. */
export interface EvictOptions {
  readonly why: EvictionReason;
  readonly nowMs: number;
  /** Says besides that the pod has failed, since nobody else will. */
  readonly hasFailed?: boolean;
  readonly gracePeriodSeconds?: number;
}

/** Says why, and deletes the pod. One that is gone is as good. */
export async function evictPod(
  pod: DeepReadonly<Pod>,
  ctx: Pick<ReconcileContext, 'client' | 'signal' | 'delete'>,
  { why, nowMs, hasFailed = false, gracePeriodSeconds }: EvictOptions,
): Promise<void> {
  const generation = generationOf(pod);
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    ...why,
    ...(generation !== undefined && { observedGeneration: generation }),
    lastTransitionTime: formatTime(nowMs),
  };
  const status = { conditions: [condition], ...(hasFailed && { phase: 'Failed' }) };
  const patch = strategicPatch({ metadata: { uid: pod.metadata.uid }, status });
  try {
    await ctx.client.patchStatus(Pod, pod, patch, { signal: ctx.signal });
    await ctx.delete(Pod, pod, gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
