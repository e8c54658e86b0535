/**
 * Qualified names, `[prefix/]name`: keys of labels and annotations, finalizers, condition types. The prefix is a DNS
 * subdomain that says whose name it is; names without one belong to the user of the cluster.
 * Upstream: apimachinery util/validation IsQualifiedName.
 */
import { dns1123SubdomainProblems } from './dns-name.ts';
import { fits, isLongerThan, tooLong, wrongShape } from './name-rule.ts';
import type { NameRule } from './name-rule.ts';

/** The problems of a qualified name: none, when it is one. */
export function qualifiedNameProblems(text: string): string[] {
  const parts = text.split('/');
  const name = parts.pop() ?? '';
  const [prefix, ...more] = parts;
  if (more.length > 0) return [`${wrongShape(namePart)}, with at most one '/' after a DNS subdomain as prefix`];
  return [...prefixProblems(prefix), ...namePartProblems(name)];
}

/** True of a qualified name. */
export const isQualifiedName = (text: string): boolean => qualifiedNameProblems(text).length === 0;

/** The part after the prefix, and what label values are made of too. */
export const namePart: NameRule = {
  shape: "letters, digits, '-', '_' and '.', with a letter or digit first and last",
  pattern: '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]',
  maxLength: 63,
  examples: ['MyName', 'my.name', '123-abc'],
};

function prefixProblems(prefix: string | undefined): string[] {
  if (prefix === undefined) return [];
  if (prefix === '') return ['prefix part must be non-empty'];
  return dns1123SubdomainProblems(prefix).map((problem) => `prefix part ${problem}`);
}

function namePartProblems(name: string): string[] {
  const problems: string[] = [];
  if (name === '') problems.push('name part must be non-empty');
  if (isLongerThan(name, namePart.maxLength)) problems.push(`name part ${tooLong(namePart.maxLength)}`);
  if (!fits(namePart, name)) problems.push(`name part ${wrongShape(namePart)}`);
  return problems;
}
