/**
 * What a deployment says about itself, from its replica sets. Nothing is written here.
 * Upstream: kubernetes pkg/controller/deployment calculateStatus.
 */
import type { DeploymentStatus } from '@reeve/kinds/apps/v1';
import { generationOf } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import { counted } from '../pod/counted.ts';
import { withCondition } from './deployment-conditions.ts';
import type { Conditions } from './deployment-conditions.ts';
import { fencepostsOf } from './fenceposts.ts';
import type { ReadDeployment } from './fenceposts.ts';
import { sizeOf, sumOf } from './revisioned-sets.ts';
import type { ReadSet, RevisionedSets } from './revisioned-sets.ts';

/** A status as it is read. */
export type ReadStatus = DeepReadonly<DeploymentStatus>;

/** What is not in the sets. */
export interface StatusInput {
  readonly conditions: Conditions;
  readonly collisionCount: number | undefined;
  readonly nowMs: number;
}

/** The counts of a deployment's pods, and whether enough of them serve. */
export function deploymentStatus(
  deployment: ReadDeployment,
  { current, old }: RevisionedSets,
  { conditions, collisionCount, nowMs }: StatusInput,
): ReadStatus {
  const sets = current === undefined ? old : [...old, current];
  const { replicas, maxUnavailable } = fencepostsOf(deployment);
  const available = sumOf(sets, ({ status }) => status?.availableReplicas ?? 0);
  const terminating = terminatingIn(sets);
  return {
    observedGeneration: generationOf(deployment) ?? 0,
    ...counted(
      'replicas',
      sumOf(sets, ({ status }) => status?.replicas ?? 0),
    ),
    ...counted('updatedReplicas', current?.status?.replicas ?? 0),
    ...counted(
      'readyReplicas',
      sumOf(sets, ({ status }) => status?.readyReplicas ?? 0),
    ),
    ...counted('availableReplicas', available),
    ...counted('unavailableReplicas', Math.max(0, sumOf(sets, sizeOf) - available)),
    ...(terminating !== undefined && { terminatingReplicas: terminating }),
    conditions: withAvailability(conditions, available >= replicas - maxUnavailable, nowMs),
    ...(collisionCount !== undefined && { collisionCount }),
  };
}

/** True when all pods that are wanted have the new template and serve, and no others are left. */
export function isComplete({ spec }: ReadDeployment, status: ReadStatus): boolean {
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0 } = status;
  return [updatedReplicas, replicas, availableReplicas].every((count) => count === (spec.replicas ?? 1));
}

const withAvailability = (conditions: Conditions, isAvailable: boolean, nowMs: number): Conditions =>
  withCondition(
    conditions,
    isAvailable
      ? {
          type: 'Available',
          status: 'True',
          reason: 'MinimumReplicasAvailable',
          message: 'Deployment has minimum availability.',
        }
      : {
          type: 'Available',
          status: 'False',
          reason: 'MinimumReplicasUnavailable',
          message: 'Deployment does not have minimum availability.',
        },
    nowMs,
  );

/** Unknown when a set that was worked on does not say; one that was not has none. */
function terminatingIn(sets: readonly ReadSet[]): number | undefined {
  const worked = sets.filter(({ status }) => (status?.observedGeneration ?? 0) > 0);
  const isUnknown = worked.some(({ status }) => status?.terminatingReplicas === undefined);
  return isUnknown ? undefined : sumOf(worked, ({ status }) => status?.terminatingReplicas ?? 0);
}
