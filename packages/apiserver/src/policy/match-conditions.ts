/**
 * Match conditions of policies and webhooks: whether a request that the rules match is one to look at. One condition that is false settles it, whatever others
 * fail with. Upstream: apiserver admission/plugin/webhook/matchconditions.
 */
import type { AdmissionExpression } from './admission-expression.ts';
import { Evaluator, matchBudget, type BindingsMaker, type PolicyVariables } from './evaluation.ts';

/** A verdict, or why there is none. */
export type ConditionVerdict = { readonly matches: boolean } | { readonly problem: string };

/** Judges by conditions. Throws `OutOfBudget`. */
export function judgeConditions(
  conditions: readonly AdmissionExpression[],
  bindings: BindingsMaker,
  variables?: PolicyVariables,
): ConditionVerdict {
  if (conditions.length === 0) return { matches: true };
  const evaluator = new Evaluator(bindings, variables, matchBudget);
  const evaluations = conditions.map((condition) => evaluator.evaluate(condition));
  if (evaluations.some(({ value }) => value === false)) return { matches: false };
  const problems = [...new Set(evaluations.flatMap(({ problem }) => problem ?? []))];
  if (problems.length === 0) return { matches: true };
  return { problem: problems.length === 1 ? problems.join('') : `[${problems.join(', ')}]` };
}
