/**
 * DNS names: what most objects, namespaces and services are called. Each rule comes as a list of problems to show and as a
 * yes or no.
 * Upstream: apimachinery util/validation IsDNS1123Label and its family, api/validation NameIsDNSLabel and its family.
 */
import { fits, nameProblems, tooLong } from './name-rule.ts';
import type { NameRule } from './name-rule.ts';

/** How a name is checked. */
export interface DnsNameOptions {
  /** The name is a `generateName`: a suffix will follow, so that it may end with a dash. */
  readonly prefix?: boolean;
}

/** The problems of a name that must be an RFC 1123 label: at most 63 of a-z, 0-9 and inner dashes. */
export function dns1123LabelProblems(name: string, options?: DnsNameOptions): string[] {
  const checked = masked(name, options);
  const problems = nameProblems(label1123, checked);
  // A subdomain fails as a label for its dots only; saying so helps more than the pattern does.
  if (fits(label1123, checked) || !fits(subdomain1123, checked)) return problems;
  return [...problems.filter((problem) => problem === tooLong(label1123.maxLength)), 'must not contain dots'];
}

/** The problems of a name that must be an RFC 1123 subdomain: labels joined by dots, at most 253 characters. */
export const dns1123SubdomainProblems = (name: string, options?: DnsNameOptions): string[] =>
  nameProblems(subdomain1123, masked(name, options));

/** The problems of a name that must be an RFC 1035 label: an RFC 1123 label that starts with a letter. */
export const dns1035LabelProblems = (name: string, options?: DnsNameOptions): string[] =>
  nameProblems(label1035, masked(name, options));

/** True of an RFC 1123 label, such as the name of a namespace. */
export const isDns1123Label = (name: string, options?: DnsNameOptions): boolean =>
  dns1123LabelProblems(name, options).length === 0;

/** True of an RFC 1123 subdomain, such as the name of a pod. */
export const isDns1123Subdomain = (name: string, options?: DnsNameOptions): boolean =>
  dns1123SubdomainProblems(name, options).length === 0;

/** True of an RFC 1035 label, such as the name of a service. */
export const isDns1035Label = (name: string, options?: DnsNameOptions): boolean =>
  dns1035LabelProblems(name, options).length === 0;

const labelPattern = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';

const label1123: NameRule = {
  shape: "a lowercase RFC 1123 label: lower case letters, digits and '-', with a letter or digit first and last",
  pattern: labelPattern,
  maxLength: 63,
  examples: ['my-name', '123-abc'],
};

const subdomain1123: NameRule = {
  shape:
    "a lowercase RFC 1123 subdomain: lower case letters, digits, '-' and '.', with a letter or digit first and last",
  pattern: `${labelPattern}(\\.${labelPattern})*`,
  maxLength: 253,
  examples: ['example.com'],
};

const label1035: NameRule = {
  shape: "a DNS-1035 label: lower case letters, digits and '-', with a letter first and a letter or digit last",
  pattern: '[a-z]([-a-z0-9]*[a-z0-9])?',
  maxLength: 63,
  examples: ['my-name', 'abc-123'],
};

/** Servers look at a prefix as if its last two characters were one letter; the whole name is checked once it is made. */
function masked(name: string, options: DnsNameOptions | undefined): string {
  if (options?.prefix !== true || name.length < 2 || !name.endsWith('-')) return name;
  return `${name.slice(0, -2)}a`;
}
