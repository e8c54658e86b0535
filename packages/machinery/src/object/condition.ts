/**
 * Conditions of an object: named observations with a status and a reason. Pure functions: arrays that come in are never
 * changed, those that go out belong to the caller, and the time is passed in.
 * Upstream: apimachinery meta/v1 Condition, meta.SetStatusCondition and its family.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { filterIn, findIn } from '../collections/frozen-lists.ts';

/** Whether the observation holds. */
export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** One observation of an object's state. `Condition<'Ready' | 'Degraded'>` names the types there are. */
export interface Condition<Type extends string = string> {
  type: Type;
  status: ConditionStatus;
  /** The generation of the object that was looked at. */
  observedGeneration?: number | undefined;
  /** When `status` last changed, as RFC 3339 text. */
  lastTransitionTime: string;
  /** One CamelCase word for programs. */
  reason: string;
  /** A sentence for people; may be empty. */
  message: string;
}

/** A condition to set. Without a time it gets the one passed as `now`; without a message an empty one. */
export interface ConditionInput<Type extends string = string> {
  readonly type: Type;
  readonly status: ConditionStatus;
  readonly observedGeneration?: number | undefined;
  readonly lastTransitionTime?: string;
  readonly reason: string;
  readonly message?: string;
}

/** What the readers below need of a condition: those of built-in kinds have other fields besides. */
export interface ConditionLike {
  readonly type: string;
  readonly status: string;
}

/** The time that counts as now: RFC 3339 text, or milliseconds since 1970 such as `clock.now()` gives. */
export interface ConditionTime {
  readonly now: string | number;
}

/** New conditions, and whether anything in them differs from the old ones. */
export interface ConditionChange<C> {
  readonly conditions: C[];
  readonly changed: boolean;
}

/**
 * Adds the condition last, or updates the one of its type in place. `lastTransitionTime` moves only when `status` does.
 * An update replaces reason, message and observed generation, so one that is left out is gone afterwards.
 */
export function setCondition<Type extends string>(
  conditions: readonly Readonly<Condition<Type>>[] | undefined,
  condition: ConditionInput<NoInfer<Type>>,
  time: ConditionTime,
): ConditionChange<Condition<Type>> {
  const copies = (conditions ?? []).map((existing) => ({ ...existing }));
  const index = copies.findIndex(({ type }) => type === condition.type);
  const existing = copies[index];
  if (existing === undefined) {
    return { conditions: [...copies, completed(condition, timeOf(condition, time))], changed: true };
  }

  const moved = existing.status !== condition.status;
  const next = completed(condition, moved ? timeOf(condition, time) : existing.lastTransitionTime);
  if (!moved && !differs(existing, next)) return { conditions: copies, changed: false };
  return { conditions: copies.with(index, next), changed: true };
}

/** Removes the condition of this type. */
export function removeCondition<C extends ConditionLike>(
  conditions: readonly C[] | undefined,
  type: string,
): ConditionChange<C> {
  const all = conditions ?? [];
  const rest = filterIn(all, (condition) => condition.type !== type);
  return { conditions: rest, changed: rest.length !== all.length };
}

/** The condition of this type, undefined when there is none. */
export const findCondition = <C extends ConditionLike>(
  conditions: readonly C[] | undefined,
  type: C['type'],
): C | undefined => conditions && findIn(conditions, (condition) => condition.type === type);

/** True when there is a condition of this type and its status is this one. */
export const isConditionPresentAndEqual = <C extends ConditionLike>(
  conditions: readonly C[] | undefined,
  type: C['type'],
  status: ConditionStatus,
): boolean => findCondition(conditions, type)?.status === status;

/** True when there is a condition of this type and it is `True`. */
export const isConditionTrue = <C extends ConditionLike>(
  conditions: readonly C[] | undefined,
  type: C['type'],
): boolean => isConditionPresentAndEqual(conditions, type, 'True');

/** True when there is a condition of this type and it is `False`; an unknown or missing one is not. */
export const isConditionFalse = <C extends ConditionLike>(
  conditions: readonly C[] | undefined,
  type: C['type'],
): boolean => isConditionPresentAndEqual(conditions, type, 'False');

const completed = <Type extends string>(
  condition: ConditionInput<Type>,
  lastTransitionTime: string,
): Condition<Type> => ({
  ...condition,
  lastTransitionTime,
  message: condition.message ?? '',
});

const differs = (one: Condition, other: Condition): boolean =>
  one.reason !== other.reason ||
  one.message !== other.message ||
  (one.observedGeneration ?? 0) !== (other.observedGeneration ?? 0);

/** The caller's time, else now; whole seconds, as the API keeps them. */
function timeOf(condition: ConditionInput, { now }: ConditionTime): string {
  if (condition.lastTransitionTime) return condition.lastTransitionTime;
  if (typeof now === 'string') return now;
  if (!(now >= 0 && now < endOfTime)) {
    throw new InvalidInputError(String(now), `${now} is not a time: pass milliseconds since 1970, or RFC 3339 text`);
  }
  return `${new Date(now).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;
}

/** The first millisecond that RFC 3339 has no year for. */
const endOfTime = 253_402_300_800_000;
