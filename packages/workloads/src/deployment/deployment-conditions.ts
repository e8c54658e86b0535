/**
 * Conditions of a deployment, which say when they were last written as well as when they last turned.
 * Upstream: kubernetes pkg/controller/deployment/util SetDeploymentCondition.
 */
import type { DeploymentCondition } from '@reeve/kinds/apps/v1';
import { filterIn, findCondition, formatTime } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';

/** The conditions of a deployment as they are read. */
export type Conditions = readonly DeepReadonly<DeploymentCondition>[];

/** What a condition is to say. */
export interface ConditionNews {
  readonly type: 'Available' | 'Progressing' | 'ReplicaFailure';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** The conditions with this one, last. One that has the same status and reason stays as it is, unless it is to be `renewed`. */
export function withCondition(
  conditions: Conditions,
  news: ConditionNews,
  nowMs: number,
  { renewed = false } = {},
): Conditions {
  const before = findCondition(conditions, news.type);
  const isSameStatus = before?.status === news.status;
  if (isSameStatus && before.reason === news.reason && !renewed) return conditions;
  const lastUpdateTime = formatTime(nowMs);
  const lastTransitionTime = (isSameStatus ? before.lastTransitionTime : undefined) ?? lastUpdateTime;
  return [...withoutCondition(conditions, news.type), { ...news, lastUpdateTime, lastTransitionTime }];
}

/** The conditions without this one. */
export const withoutCondition = (conditions: Conditions, type: ConditionNews['type']): Conditions =>
  filterIn(conditions, (condition) => condition.type !== type);
