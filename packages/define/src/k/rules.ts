/**
 * Rules in the Common Expression Language, which the server checks: metadata for any zod schema (`z.object({ … }).meta(k.rule('self.min <= self.max'))`).
 * Upstream: x-kubernetes-validations, and controller-gen's XValidation, AtMostOneOf, ExactlyOneOf, AtLeastOneOf and immutable markers.
 */

/** What a rule may say besides the expression. */
export interface RuleOptions {
  /** What users read when the rule does not hold. */
  readonly message?: string;
  /** An expression that makes the message. */
  readonly messageExpression?: string;
  readonly reason?: 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueRequired' | 'FieldValueDuplicate';
  /** The field that is named in the refusal, relative to where the rule stands: `.spec.min`. */
  readonly fieldPath?: string;
  /** Lets a rule about `oldSelf` run on creation too, where it is an optional value. */
  readonly optionalOldSelf?: boolean;
}

/** A rule as a CustomResourceDefinition carries it. */
export interface Rule extends RuleOptions {
  readonly rule: string;
}

/** Metadata for a zod schema. */
export interface RuleMeta {
  readonly [key: string]: unknown;
  readonly 'x-kubernetes-validations': readonly Rule[];
}

/** A rule about a value: `self` is the value, `oldSelf` what it was. */
export const rule = (expression: string, options: RuleOptions = {}): RuleMeta => ({
  'x-kubernetes-validations': [{ rule: expression, ...options }],
});

/** Several rules in one. */
export const rules = (...parts: readonly RuleMeta[]): RuleMeta => ({
  'x-kubernetes-validations': parts.flatMap((part) => part['x-kubernetes-validations']),
});

/** The value cannot change once it is set. */
export const immutable = (message = 'field is immutable'): RuleMeta => rule('self == oldSelf', { message });

/** At most one of these optional fields may be set. */
export const atMostOneOf = (...fields: readonly string[]): RuleMeta => countOf(fields, '<= 1', 'at most one of');

/** Exactly one of these optional fields must be set. */
export const exactlyOneOf = (...fields: readonly string[]): RuleMeta => countOf(fields, '== 1', 'exactly one of');

/** At least one of these optional fields must be set. */
export const atLeastOneOf = (...fields: readonly string[]): RuleMeta => countOf(fields, '>= 1', 'at least one of');

function countOf(fields: readonly string[], relation: string, words: string): RuleMeta {
  const present = fields.map((field) => `has(self.${field})`).join(',');
  const message = `${words} the fields in [${fields.join(' ')}] must be set`;
  return rule(`[${present}].filter(x,x==true).size() ${relation}`, { message });
}
