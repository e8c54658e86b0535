/**
 * Rules in the Common Expression Language (CEL), which servers check: metadata for any zod schema (`z.object({ … }).meta(k.rule('self.min <= self.max'))`).
 * Upstream: x-kubernetes-validations, and controller-gen's XValidation, AtMostOneOf, ExactlyOneOf, AtLeastOneOf and immutable markers.
 */
import { escapePropertyName, parse } from '@reeve/cel';
import { refuseUnknownOptions } from '@reeve/machinery';
import { DefinitionError } from '../problem/definition-problem.ts';

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

/**
 * A rule about a value, in CEL: `self` is the value, `oldSelf` what it was. A rule with `oldSelf` is checked on updates only, unless `optionalOldSelf` is set.
 * A schema may have several rules, in one `.meta(k.rules(…))` or in several `.meta(…)`.
 */
export function rule(expression: string, options: RuleOptions = {}): RuleMeta {
  if (typeof expression !== 'string') throw notAnExpression(expression);
  refuseUnknownOptions('k.rule()', options, knownOptions);
  return { 'x-kubernetes-validations': [{ rule: expression, ...options }] };
}

/** Several rules in one. */
export const rules = (...parts: readonly RuleMeta[]): RuleMeta => ({
  'x-kubernetes-validations': parts.flatMap((part) => part['x-kubernetes-validations']),
});

/** The value cannot change once it is set. It may be removed, if it is optional: a rule is not checked where there is no value. */
export const immutable = (message = 'field is immutable'): RuleMeta => rule('self == oldSelf', { message });

/** At most one of these optional fields may be set. */
export const atMostOneOf = (...fields: readonly string[]): RuleMeta => countOf(fields, '<= 1', 'at most one of');

/** Exactly one of these optional fields must be set. */
export const exactlyOneOf = (...fields: readonly string[]): RuleMeta => countOf(fields, '== 1', 'exactly one of');

/** At least one of these optional fields must be set. */
export const atLeastOneOf = (...fields: readonly string[]): RuleMeta => countOf(fields, '>= 1', 'at least one of');

/** These optional fields are set together: all of them, or none. */
export const requiredTogether = (...fields: readonly string[]): RuleMeta =>
  countOf(fields, `in [0, ${fields.length}]`, 'all or none of');

function countOf(fields: readonly string[], relation: string, words: string): RuleMeta {
  const present = fields.map((field) => `has(self.${fieldName(field)})`).join(',');
  const message = `${words} the fields in [${fields.join(' ')}] must be set`;
  return rule(`[${present}].filter(x,x==true).size() ${relation}`, { message });
}

/** A field as expressions name it. */
export function fieldName(field: string): string {
  const name = escapePropertyName(field);
  if (name !== undefined) return name;
  const reason = `expressions cannot name the field ${JSON.stringify(field)}`;
  const advice = 'names have letters, digits, _, -, . and /, and do not begin with a digit';
  throw new DefinitionError('A rule', [{ path: field, reason, advice }]);
}

/** JavaScript cannot run on a server; what a short function says is shown as CEL, where the two are written alike. */
function notAnExpression(given: unknown): DefinitionError {
  const isFunction = typeof given === 'function';
  const reason = isFunction
    ? 'a function in JavaScript cannot run on the server'
    : `a rule is an expression in CEL, given as a text, not ${typeof given}`;
  const example = isFunction ? expressionOf(Function.prototype.toString.call(given)) : undefined;
  const advice = `write the expression as a text: k.rule('${example ?? 'self.min <= self.max'}')`;
  return new DefinitionError('A rule', [{ path: 'rule', reason, advice }]);
}

function expressionOf(source: string): string | undefined {
  const [, parameter = '', body = ''] = /^\(?(\w+)\)?\s*=>\s*([^{].*)$/su.exec(source) ?? [];
  if (parameter === '') return undefined;
  const text = body
    .replaceAll(new RegExp(`\\b${parameter}\\b`, 'gu'), 'self')
    .replaceAll('===', '==')
    .replaceAll('!==', '!=')
    .replaceAll("'", '"');
  return parse(text).expression === undefined ? undefined : text;
}

// The compiler sees to it that all are here.
const knownOptions: Readonly<Record<keyof RuleOptions, true>> = {
  message: true,
  messageExpression: true,
  reason: true,
  fieldPath: true,
  optionalOldSelf: true,
};
