/**
 * A rule for a name: a pattern, the longest length, and the words that say so. All names of Kubernetes are checked by one,
 * and what is wrong comes back as text that is ready to be shown, so that client and server say the same.
 * Upstream: apimachinery util/validation.
 */

/** What a name must look like. */
export interface NameRule {
  /** Finishes the sentence "a name must be …". */
  readonly shape: string;
  /** Matches the whole name. Shown to users, so it is text. */
  readonly pattern: string;
  /** In bytes of UTF-8. */
  readonly maxLength: number;
  readonly examples: readonly string[];
}

/** The problems of a name with a rule: none, when it holds. */
export function nameProblems(rule: NameRule, name: string): string[] {
  const problems: string[] = [];
  if (isLongerThan(name, rule.maxLength)) problems.push(tooLong(rule.maxLength));
  if (!fits(rule, name)) problems.push(wrongShape(rule));
  return problems;
}

/** True when the pattern of the rule matches the whole name, be it too long or not. Absurd lengths are not looked at. */
export const fits = (rule: NameRule, name: string): boolean => name.length < 10_000 && compiled(rule).test(name);

/** Says what the name must look like. */
export const wrongShape = (rule: NameRule): string =>
  `must be ${rule.shape} (such as ${rule.examples.map((example) => `'${example}'`).join(' or ')}; ` +
  `regex used for validation is '${rule.pattern}')`;

/** Says how long the name may be. */
export const tooLong = (maxLength: number): string => `must be no more than ${maxLength} characters`;

/** True when the text needs more bytes than that: servers count bytes, not characters. */
export const isLongerThan = (text: string, maxLength: number): boolean => Buffer.byteLength(text) > maxLength;

const patterns = new Map<string, RegExp>();

function compiled({ pattern }: NameRule): RegExp {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  const made = new RegExp(`^(?:${pattern})$`);
  patterns.set(pattern, made);
  return made;
}
