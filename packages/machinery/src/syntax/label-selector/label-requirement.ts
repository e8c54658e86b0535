/**
 * One requirement of a label selector: a key, an operator, values. Checked when it is made, frozen afterwards.
 * Upstream: apimachinery labels.Requirement.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { parseDecimalInteger } from '../decimal-integer.ts';
import { labelKeyProblems, labelValueProblems } from '../label.ts';

/** How the label of an object is compared. `exists` and `!` take no values, `in` and `notin` any number, others one. */
export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | '>' | '<';

/** Something that labels must fulfil. The values are sorted and different from each other. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
}

/** A requirement. A bad key or value, or the wrong number of values for the operator, is an `InvalidInputError`. */
export function labelRequirement(
  key: string,
  operator: LabelOperator,
  values: readonly string[] = [],
): LabelRequirement {
  const problems = requirementProblems(key, operator, values);
  if (problems.length === 0) return uncheckedRequirement(key, operator, values);
  throw new InvalidInputError(
    key,
    `The requirement on label ${JSON.stringify(key)} cannot be met: ${problems.join('; ')}`,
  );
}

/** A requirement whose parts have been found without problems. */
export const uncheckedRequirement = (
  key: string,
  operator: LabelOperator,
  values: readonly string[],
): LabelRequirement => Object.freeze({ key, operator, values: Object.freeze([...new Set(values)].toSorted()) });

/** What is wrong with a requirement, ready to be shown. */
export function requirementProblems(key: string, operator: LabelOperator, values: readonly string[]): string[] {
  return [
    ...labelKeyProblems(key).map((problem) => `key ${JSON.stringify(key)}: ${problem}`),
    ...countProblems(operator, values.length),
    ...values.flatMap((value) => valueProblems(operator, value)),
  ];
}

/** True when the labels fulfil the requirement. `!=` and `notin` are fulfilled by labels without the key, too. */
export function requirementMatches(requirement: LabelRequirement, labels: Readonly<Record<string, string>>): boolean {
  const { key, operator, values } = requirement;
  return rules[operator].holds(Object.hasOwn(labels, key) ? labels[key] : undefined, values);
}

/** The requirement as it is written in a selector. */
export function requirementToString({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key;
  if (operator === '!') return `!${key}`;
  const written = values.join(',');
  return rules[operator].count === 'some' ? `${key} ${operator} (${written})` : `${key}${operator}${written}`;
}

interface OperatorRule {
  /** How many values it takes: exactly one, none at all, or some. */
  readonly count: 'one' | 'none' | 'some';
  readonly holds: (value: string | undefined, values: readonly string[]) => boolean;
}

type Holds = OperatorRule['holds'];

const isAmong: Holds = (value, values) => value !== undefined && values.includes(value);
const isNotAmong: Holds = (value, values) => !isAmong(value, values);
const isAbove: Holds = (value, [bound]) => order(value, bound) === 1;
const isBelow: Holds = (value, [bound]) => order(value, bound) === -1;

const rules: Readonly<Record<LabelOperator, OperatorRule>> = {
  '=': { count: 'one', holds: isAmong },
  '==': { count: 'one', holds: isAmong },
  '!=': { count: 'one', holds: isNotAmong },
  in: { count: 'some', holds: isAmong },
  notin: { count: 'some', holds: isNotAmong },
  exists: { count: 'none', holds: (value) => value !== undefined },
  '!': { count: 'none', holds: (value) => value === undefined },
  '>': { count: 'one', holds: isAbove },
  '<': { count: 'one', holds: isBelow },
};

/** The order of two integers in text, undefined where one of them is none: such a label is on neither side. */
function order(value: string | undefined, bound: string | undefined): -1 | 0 | 1 | undefined {
  const [left, right] = [value, bound].map((text) => (text === undefined ? text : parseDecimalInteger(text, 64)));
  if (left === undefined || right === undefined) return undefined;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function countProblems(operator: LabelOperator, count: number): string[] {
  const expected = rules[operator].count;
  if (expected === 'none') return count === 0 ? [] : [`operator '${operator}' takes no values, found ${count}`];
  if (expected === 'one') return count === 1 ? [] : [`operator '${operator}' needs exactly one value, found ${count}`];
  return count > 0 ? [] : [`operator '${operator}' needs at least one value`];
}

function valueProblems(operator: LabelOperator, value: string): string[] {
  const problems = labelValueProblems(value);
  if ((operator === '>' || operator === '<') && parseDecimalInteger(value, 64) === undefined) {
    problems.unshift(`operator '${operator}' needs an integer`);
  }
  return problems.map((problem) => `value ${JSON.stringify(value)}: ${problem}`);
}
