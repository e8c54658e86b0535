/**
 * Names of finalizers: qualified names. One without a prefix could be anybody's, so servers warn about it on custom
 * resources and refuse it on some built-in kinds, except for the few that Kubernetes itself uses.
 * Upstream: apimachinery api/validation ValidateFinalizerName; apiextensions-apiserver and core validation of finalizers.
 */
import { qualifiedNameProblems } from './qualified-name.ts';

/** The finalizers without a prefix that belong to Kubernetes. */
export const standardFinalizers: readonly string[] = Object.freeze(['foregroundDeletion', 'kubernetes', 'orphan']);

/** The problems of a finalizer's name: none, when it is a qualified name. */
export const finalizerNameProblems = (name: string): string[] => qualifiedNameProblems(name);

/** The problems of a finalizer's name on a core kind, where a name without prefix must be one of Kubernetes' own. */
export function coreFinalizerNameProblems(name: string): string[] {
  const problems = finalizerNameProblems(name);
  if (!belongsToSomebody(name)) problems.push('name is neither a standard finalizer name nor fully qualified');
  return problems;
}

/** What a server warns about in a finalizer's name: everything that is wrong, and a missing prefix. */
export function finalizerNameWarnings(name: string): string[] {
  const warnings = finalizerNameProblems(name);
  if (belongsToSomebody(name)) return warnings;
  const path = name.includes('.') ? ' including a path (/)' : '';
  warnings.push(`prefer a domain-qualified finalizer name${path}, so that no other writer uses the same by accident`);
  return warnings;
}

const belongsToSomebody = (name: string): boolean => name.includes('/') || standardFinalizers.includes(name);
