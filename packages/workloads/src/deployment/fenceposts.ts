/**
 * How many pods a rollout may have too many and too few, in whole pods.
 * Upstream: kubernetes pkg/controller/deployment/util ResolveFenceposts, MaxSurge, MaxUnavailable.
 */
import type { Deployment } from '@reeve/kinds/apps/v1';
import { scaledValue } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';

/** A deployment as it is read. */
export type ReadDeployment = DeepReadonly<Deployment>;

/** The limits of a rollout. */
export interface Fenceposts {
  /** How many pods are wanted. */
  readonly replicas: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/** True when old pods go while new ones come, false when they go first. */
export const isRollingUpdate = ({ spec }: ReadDeployment): boolean => spec.strategy?.type !== 'Recreate';

/** The limits that a deployment sets. A surge is rounded up, what may be missing down; where that leaves no way, one may be missing. */
export function fencepostsOf(deployment: ReadDeployment): Fenceposts {
  const { replicas = 1, strategy } = deployment.spec;
  if (!isRollingUpdate(deployment)) return { replicas, maxSurge: 0, maxUnavailable: 0 };
  const { maxSurge: surge = 0, maxUnavailable: unavailable = 0 } = strategy?.rollingUpdate ?? {};
  const maxSurge = scaledValue(surge, replicas, 'up');
  const missing = scaledValue(unavailable, replicas, 'down');
  const maxUnavailable = maxSurge === 0 && missing === 0 ? 1 : missing;
  return { replicas, maxSurge, maxUnavailable: Math.min(maxUnavailable, replicas) };
}
