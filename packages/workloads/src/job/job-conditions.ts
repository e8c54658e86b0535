/**
 * The conditions of a Job. A condition is set anew with everything it says; one that never held is not said to be false.
 * Upstream: kubernetes pkg/controller/job ensureJobConditionStatus.
 */
import type { JobCondition } from '@reeve/kinds/batch/v1';
import { findCondition, formatTime } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';

/** What a condition says. */
export type ConditionSaid = Required<Pick<JobCondition, 'type' | 'status' | 'reason' | 'message'>>;

type Conditions = readonly DeepReadonly<JobCondition>[];

/** The conditions with this one; the same list where nothing changes. */
export function withJobCondition(conditions: Conditions, said: ConditionSaid, nowMs: number): Conditions {
  const known = findCondition(conditions, said.type);
  if (known === undefined) return said.status === 'False' ? conditions : [...conditions, jobCondition(said, nowMs)];
  const isSame =
    known.status === said.status && (known.reason ?? '') === said.reason && (known.message ?? '') === said.message;
  return isSame ? conditions : conditions.map((one) => (one === known ? jobCondition(said, nowMs) : one));
}

/** The condition of this moment. */
function jobCondition(said: ConditionSaid, nowMs: number): JobCondition {
  const now = formatTime(nowMs);
  return { ...said, lastProbeTime: now, lastTransitionTime: now };
}
