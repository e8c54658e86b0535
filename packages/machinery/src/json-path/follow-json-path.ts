/**
 * Follows a JSONPath through a value.
 * Upstream: client-go util/jsonpath.
 */
import { canonicalJson } from '../json/canonical-json.ts';
import { isJsonArray, isJsonObject } from '../json/json-value.ts';
import type { JsonPathFilter, JsonPathOperand, JsonPathStep } from './parse-json-path.ts';

/** All values that the steps lead to from a value, in order. What is not there is left out. */
export function followJsonPath(steps: readonly JsonPathStep[], from: unknown, root: unknown = from): unknown[] {
  let values: unknown[] = [from];
  for (const step of steps) values = values.flatMap((value) => take(step, value, root));
  return values;
}

/** A found value as text: plain ones as they are, others as JSON. */
export const printFound = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : canonicalJson(value);

function take(step: JsonPathStep, value: unknown, root: unknown): unknown[] {
  switch (step.type) {
    case 'root':
      return [root];
    case 'field':
      return isJsonObject(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : [];
    case 'all':
      return childrenOf(value);
    case 'below':
      return belowOf(value);
    case 'index':
      return isJsonArray(value) && value.at(step.index) !== undefined ? [value.at(step.index)] : [];
    case 'slice':
      return isJsonArray(value) ? value.slice(step.from, step.to).filter((_, at) => at % step.by === 0) : [];
    case 'union':
      return step.steps.flatMap((steps) => followJsonPath(steps, value, root));
    case 'filter':
      return isJsonArray(value) ? value.filter((item) => passes(step.filter, item, root)) : [];
  }
}

function childrenOf(value: unknown): unknown[] {
  if (isJsonArray(value)) return [...value];
  return isJsonObject(value)
    ? Object.keys(value)
        .toSorted()
        .map((key) => value[key])
    : [];
}

function belowOf(value: unknown): unknown[] {
  const found: unknown[] = [];
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    waiting.push(...childrenOf(next).toReversed());
  }
  return found;
}

function passes({ left, operator, right }: JsonPathFilter, item: unknown, root: unknown): boolean {
  const lefts = operandValues(left, item, root);
  if (operator === 'exists') return lefts.length > 0;
  const [one] = lefts;
  const [other] = right === undefined ? [] : operandValues(right, item, root);
  if (one === undefined || other === undefined) return false;
  return compared(one, other, operator);
}

const operandValues = (operand: JsonPathOperand, item: unknown, root: unknown): unknown[] =>
  'steps' in operand ? followJsonPath(operand.steps, item, root) : [operand.value];

function compared(one: unknown, other: unknown, operator: JsonPathFilter['operator']): boolean {
  const isSame = typeof one === typeof other ? one === other : printFound(one) === printFound(other);
  if (operator === '==') return isSame;
  if (operator === '!=') return !isSame;
  const order =
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : printFound(one) < printFound(other)
        ? -1
        : printFound(one) > printFound(other)
          ? 1
          : 0;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}
