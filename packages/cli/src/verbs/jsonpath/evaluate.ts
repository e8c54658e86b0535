/**
 * Follows a JSONPath through a value, and prints what a template finds.
 */
import { canonicalJson, isJsonArray, isJsonObject } from '@reeve/machinery';
import type { Filter, Operand, Step } from './path.ts';
import type { Piece } from './template.ts';

/** All values that the steps lead to from a value, in order. What is not there is left out. */
export function follow(steps: readonly Step[], from: unknown, root: unknown = from): unknown[] {
  let values: unknown[] = [from];
  for (const step of steps) values = values.flatMap((value) => take(step, value, root));
  return values;
}

/** What a template prints of a value. */
export function render(pieces: readonly Piece[], value: unknown, root: unknown = value): string {
  return pieces
    .map((piece) => {
      if (piece.type === 'text') return piece.text;
      const found = follow(piece.steps, value, root);
      return piece.type === 'path'
        ? found.map(printed).join(' ')
        : found.map((item) => render(piece.body, item, root)).join('');
    })
    .join('');
}

/** A found value as text: plain ones as they are, others as JSON. */
export const printed = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : canonicalJson(value);

function take(step: Step, value: unknown, root: unknown): unknown[] {
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
      return step.steps.flatMap((steps) => follow(steps, value, root));
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

function passes({ left, operator, right }: Filter, item: unknown, root: unknown): boolean {
  const lefts = operandValues(left, item, root);
  if (operator === 'exists') return lefts.length > 0;
  const [one] = lefts;
  const [other] = right === undefined ? [] : operandValues(right, item, root);
  if (one === undefined || other === undefined) return false;
  return compared(one, other, operator);
}

const operandValues = (operand: Operand, item: unknown, root: unknown): unknown[] =>
  'steps' in operand ? follow(operand.steps, item, root) : [operand.value];

function compared(one: unknown, other: unknown, operator: Filter['operator']): boolean {
  const isSame = typeof one === typeof other ? one === other : printed(one) === printed(other);
  if (operator === '==') return isSame;
  if (operator === '!=') return !isSame;
  const order =
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : printed(one) < printed(other)
        ? -1
        : printed(one) > printed(other)
          ? 1
          : 0;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}
