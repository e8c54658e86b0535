/**
 * What a PodDisruptionBudget allows: how many of its pods are healthy, how many must be, and so how many may go. Nothing is written here.
 * Upstream: kubernetes pkg/controller/disruption.
 */
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@reeve/kinds/policy/v1';
import { deletionStarted, generationOf, nameOf, parseTime, scaledValue, setCondition } from '@reeve/machinery';
import type { Condition, DeepReadonly } from '@reeve/machinery';
import { isPodReady } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';

/** A budget as it is read. */
export type ReadBudget = DeepReadonly<PodDisruptionBudget>;

/** A status, and when to look again because a pod that was to go should be gone. */
export interface BudgetStatus {
  readonly status: PodDisruptionBudgetStatus;
  readonly recheckMs: number | undefined;
  /** Pods that were to go and have not. */
  readonly notDeleted: readonly ReadPod[];
}

/** How long a pod that was evicted may take to be marked as going. */
const deletionTimeoutMs = 120_000;

/** True when the budget is a part of what owners want, and not of what is there. */
export const needsScale = ({ spec }: ReadBudget): boolean =>
  spec?.maxUnavailable !== undefined || typeof spec?.minAvailable === 'string';

/** The status of a budget over these pods, of which so many are expected. */
export function budgetStatus(
  budget: ReadBudget,
  pods: readonly ReadPod[],
  expectedPods: number,
  nowMs: number,
): BudgetStatus {
  const { disruptedPods, recheckMs, notDeleted } = disruptions(budget, pods, nowMs);
  const currentHealthy = pods.filter(
    (pod) => !deletionStarted(pod) && !Object.hasOwn(disruptedPods, nameOf(pod) ?? '') && isPodReady(pod),
  ).length;
  const desiredHealthy = desiredOf(budget, expectedPods);
  const allowed = expectedPods <= 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  const status: PodDisruptionBudgetStatus = {
    currentHealthy,
    desiredHealthy,
    expectedPods,
    disruptionsAllowed: allowed,
    ...(Object.keys(disruptedPods).length > 0 && { disruptedPods }),
    observedGeneration: generationOf(budget) ?? 0,
    conditions: conditionsOf(budget, allowed > 0 ? 'SufficientPods' : 'InsufficientPods', '', nowMs),
  };
  return { status, recheckMs, notDeleted };
}

/** The status of a budget that cannot be worked out: nothing may go. */
export function failedStatus(
  { status, ...budget }: ReadBudget,
  problem: string,
  nowMs: number,
): PodDisruptionBudgetStatus {
  const before = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, ...status };
  const seen = {
    ...budget,
    ...(status && { status }),
    metadata: { ...budget.metadata, generation: status?.observedGeneration ?? 0 },
  };
  return {
    ...(before as PodDisruptionBudgetStatus), // written, and never changed
    disruptionsAllowed: 0,
    conditions: conditionsOf(seen, 'SyncFailed', problem, nowMs),
  };
}

function desiredOf({ spec }: ReadBudget, expectedPods: number): number {
  if (spec?.maxUnavailable !== undefined)
    return Math.max(0, expectedPods - scaledValue(spec.maxUnavailable, expectedPods, 'up'));
  return spec?.minAvailable === undefined ? 0 : scaledValue(spec.minAvailable, expectedPods, 'up');
}

interface Disruptions extends Omit<BudgetStatus, 'status'> {
  readonly disruptedPods: Record<string, string>;
}

/** Those that were evicted lately and are not marked as going yet. */
function disruptions({ status }: ReadBudget, pods: readonly ReadPod[], nowMs: number): Disruptions {
  const known = status?.disruptedPods ?? {};
  const due = pods.flatMap((pod) => {
    const name = nameOf(pod) ?? '';
    const time = Object.hasOwn(known, name) && !deletionStarted(pod) ? known[name] : undefined;
    return time === undefined ? [] : [{ pod, name, time, dueMs: (parseTime(time) ?? 0) + deletionTimeoutMs }];
  });
  const waiting = due.filter(({ dueMs }) => dueMs >= nowMs);
  return {
    disruptedPods: Object.fromEntries(waiting.map(({ name, time }) => [name, time])),
    recheckMs: waiting.length === 0 ? undefined : Math.min(...waiting.map(({ dueMs }) => dueMs)) - nowMs + 1,
    notDeleted: due.filter(({ dueMs }) => dueMs < nowMs).map(({ pod }) => pod),
  };
}

function conditionsOf(budget: ReadBudget, reason: string, message: string, nowMs: number): Condition[] {
  const condition = {
    type: 'DisruptionAllowed',
    status: reason === 'SufficientPods' ? ('True' as const) : ('False' as const),
    observedGeneration: generationOf(budget) ?? 0,
    reason,
    message,
  };
  return setCondition(budget.status?.conditions, condition, { now: nowMs }).conditions;
}
