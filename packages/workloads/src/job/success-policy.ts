/**
 * Whether an Indexed Job has succeeded before all of its indexes have: the first rule of its successPolicy that is met.
 * Upstream: kubernetes pkg/controller/job matchSuccessPolicy.
 */
import type { SuccessPolicyRule } from '@reeve/kinds/batch/v1';
import type { DeepReadonly } from '@reeve/machinery';
import { IndexSet } from './index-set.ts';
import type { ReadJob } from './job-state.ts';

/** Which rule is met, in words; undefined when none is. */
export function metSuccessRule({ spec }: ReadJob, succeeded: IndexSet): string | undefined {
  if (succeeded.size === 0) return undefined;
  const rules = spec.successPolicy?.rules ?? [];
  const at = rules.findIndex((rule) => isMet(rule, succeeded, spec.completions ?? 0));
  return at === -1 ? undefined : `Matched rules at index ${at}`;
}

function isMet(
  { succeededIndexes, succeededCount = Infinity }: DeepReadonly<SuccessPolicyRule>,
  succeeded: IndexSet,
  completions: number,
): boolean {
  if (succeededIndexes === undefined) return succeeded.size >= succeededCount;
  const wanted = IndexSet.parse(succeededIndexes, completions);
  if (wanted.size === 0) return false;
  return wanted.overlap(succeeded) >= Math.min(wanted.size, succeededCount);
}
