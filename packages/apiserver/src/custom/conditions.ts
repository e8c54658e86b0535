/**
 * Conditions of definitions: set in place, and their time moves only when the status does.
 */
import { deepEqual } from '@reeve/machinery';
import type { DefinitionCondition } from './definition.ts';

export type Verdict = Omit<DefinitionCondition, 'lastTransitionTime'>;

export function withCondition(
  conditions: readonly DefinitionCondition[],
  verdict: Verdict,
  now: string,
): readonly DefinitionCondition[] {
  const old = conditions.find(({ type }) => type === verdict.type);
  const condition = { ...verdict, lastTransitionTime: old?.status === verdict.status ? old.lastTransitionTime : now };
  if (old === undefined) return [...conditions, ordered(condition)];
  return deepEqual(old, condition) ? conditions : conditions.map((each) => (each === old ? ordered(condition) : each));
}

function ordered({ type, status, lastTransitionTime, reason, message }: DefinitionCondition): DefinitionCondition {
  return { type, status, lastTransitionTime, reason, message };
}
