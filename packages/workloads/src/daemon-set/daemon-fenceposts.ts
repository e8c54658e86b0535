/**
 * How many nodes of a daemon set may be without a serving pod, or have two, during an update.
 * Upstream: kubernetes pkg/controller/daemon updatedDesiredNodeCounts, util SurgeCount and UnavailableCount.
 */
import { scaledValue } from '@reeve/machinery';
import type { ReadDaemonSet } from './daemon-pod.ts';

/** The limits of an update. */
export interface DaemonFenceposts {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/** The limits for so many nodes, percentages rounded up. Where both are nothing, one may be missing. */
export function daemonFenceposts({ spec }: ReadDaemonSet, nodes: number): DaemonFenceposts {
  const { maxSurge: surge = 0, maxUnavailable: unavailable = 1 } = spec.updateStrategy?.rollingUpdate ?? {};
  const maxSurge = scaledValue(surge, nodes, 'up');
  const maxUnavailable = scaledValue(unavailable, nodes, 'up');
  return { maxSurge, maxUnavailable: maxSurge === 0 && maxUnavailable === 0 && nodes > 0 ? 1 : maxUnavailable };
}

/** True when nodes may have two pods for a while. */
export const allowsSurge = (set: ReadDaemonSet): boolean =>
  set.spec.updateStrategy?.type !== 'OnDelete' && daemonFenceposts(set, 1).maxSurge > 0;
