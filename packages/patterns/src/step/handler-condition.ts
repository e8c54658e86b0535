/**
 * The condition that says how a handler fares, in the standard shape, or in the older one with `lastUpdateTime`. Decided without I/O.
 * Upstream: rancher/wrangler pkg/condition and genericcondition.
 */
import { formatTime, isRequeueAfter, isWaitUntil, setCondition } from '@reeve/machinery';
import type { ConditionInput, ConditionStatus } from '@reeve/machinery';

/** `standard` is `metav1.Condition`; `legacy` has `lastUpdateTime`, and may lack a reason. */
export type ConditionShape = 'standard' | 'legacy';

/** What a condition is to say. */
export interface HandlerVerdict {
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
}

/** All went well. */
export const succeeded: HandlerVerdict = { status: 'True', reason: 'Succeeded', message: '' };

/** Something has to be waited for. */
export const waitingFor = (message: string): HandlerVerdict => ({ status: 'False', reason: 'Waiting', message });

/** What a failure says: its own reason where it has one. */
export function verdictOf(error: unknown): HandlerVerdict {
  const message = error instanceof Error ? error.message : String(error);
  if (isRequeueAfter(error) || isWaitUntil(error)) return waitingFor(message);
  const reason: unknown = typeof error === 'object' && error !== null && 'reason' in error ? error.reason : undefined;
  return { status: 'False', reason: typeof reason === 'string' && camelCase.test(reason) ? reason : 'Error', message };
}

const camelCase = /^[A-Z][A-Za-z0-9]*$/;

/** Where and when. */
export interface ConditionPlace {
  readonly type: string;
  readonly shape: ConditionShape;
  readonly generation: number | undefined;
  readonly nowMs: number;
}

/** The status with the condition; the very same where it says so already. */
export function withVerdict(
  status: object,
  verdict: HandlerVerdict,
  { type, shape, generation, nowMs }: ConditionPlace,
): object {
  const { conditions } = status as { readonly conditions?: readonly LegacyCondition[] };
  const all = conditions ?? [];
  if (shape === 'legacy') return withLegacy(status, all, { type, ...verdict }, formatTime(nowMs));
  const condition: ConditionInput = {
    type,
    ...verdict,
    ...(generation !== undefined && { observedGeneration: generation }),
  };
  const { conditions: next, changed } = setCondition(all as never, condition, { now: nowMs }); // in the standard shape
  return changed ? { ...status, conditions: next } : status;
}

interface LegacyCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastUpdateTime?: string;
  readonly lastTransitionTime?: string;
}

/** `lastUpdateTime` moves with status, reason and message; `lastTransitionTime` with the status alone. */
function withLegacy(
  status: object,
  all: readonly LegacyCondition[],
  wanted: HandlerVerdict & { readonly type: string },
  now: string,
): object {
  const index = all.findIndex(({ type }) => type === wanted.type);
  const existing = all[index];
  const reason = wanted.status === 'True' ? '' : wanted.reason;
  if (
    existing?.status === wanted.status &&
    (existing.reason ?? '') === reason &&
    (existing.message ?? '') === wanted.message
  )
    return status;
  const isMoved = existing?.status !== wanted.status;
  const next: LegacyCondition = {
    type: wanted.type,
    status: wanted.status,
    ...(reason !== '' && { reason }),
    ...(wanted.message !== '' && { message: wanted.message }),
    lastUpdateTime: now,
    lastTransitionTime: isMoved ? now : (existing?.lastTransitionTime ?? now),
  };
  return { ...status, conditions: existing === undefined ? [...all, next] : all.with(index, next) };
}
