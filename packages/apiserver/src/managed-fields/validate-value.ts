/**
 * Whether a value is of its type: every field declared, every scalar of its kind, every item of a list with an identity of its own.
 * Upstream: structured-merge-diff typed.TypedValue.Validate.
 */
import {
  fieldElement,
  formatFieldPath,
  indexElement,
  isJsonArray,
  isJsonObject,
  type PathElement,
} from '@reeve/machinery';
import { goSyntax, goType, goValue } from './go-value.ts';
import { ElementMap } from './element-map.ts';
import { itemElement } from './item-element.ts';
import type { TypedProblem } from './typed-problem.ts';
import {
  fieldType,
  shapeOf,
  type ListSchema,
  type MapSchema,
  type ScalarType,
  type ValueSchema,
} from './value-schema.ts';

/** All problems of a value. `allowsDuplicates`: items of a list may be there twice, as in objects that are stored already. */
export function problemsOf(schema: ValueSchema, value: unknown, allowsDuplicates: boolean): readonly TypedProblem[] {
  const shape = shapeOf(schema, value);
  if (shape === 'scalar') {
    const text = scalarProblem(schema.scalar ?? 'untyped', value, '');
    return text === undefined ? none : [{ path: '', text }];
  }
  if (value === null || value === undefined) return none;
  if (shape === 'list')
    return isJsonArray(value) && schema.list
      ? itemProblems(schema.list, value, allowsDuplicates)
      : [{ path: '', text: `expected list, got &{${goValue(value)}}` }];
  return isJsonObject(value) && schema.map
    ? fieldProblems(schema.map, value, allowsDuplicates)
    : [{ path: '', text: `expected map, got &{${goValue(value)}}` }];
}

const none: readonly TypedProblem[] = [];

/** Why a value is not a scalar of this type; nothing when it is, or is absent. */
export function scalarProblem(scalar: ScalarType, value: unknown, prefix: string): string | undefined {
  if (value === null || value === undefined) return undefined;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  switch (scalar) {
    case 'numeric':
      return isNumber ? undefined : `${prefix}expected numeric (int or float), got ${goType(value)}`;
    case 'string':
      return typeof value === 'string'
        ? undefined
        : `${prefix}expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${prefix}expected boolean, got &{${goValue(value)}}`;
    case 'untyped':
      return typeof value === 'object' ? `${prefix}expected any scalar, got &{${goValue(value)}}` : undefined;
  }
}

function fieldProblems(
  map: MapSchema,
  value: Readonly<Record<string, unknown>>,
  allowsDuplicates: boolean,
): TypedProblem[] {
  const problems: TypedProblem[] = [];
  for (const name in value) {
    const type = fieldType(map, name);
    const inner = type === undefined ? undeclared : problemsOf(type, value[name], allowsDuplicates);
    if (inner.length > 0) problems.push(...under(fieldElement(name), inner));
    if (type === undefined) break; // the first one is enough, as upstream has it
  }
  return problems;
}

const undeclared: readonly TypedProblem[] = [{ path: '', text: 'field not declared in schema' }];

function itemProblems(list: ListSchema, items: readonly unknown[], allowsDuplicates: boolean): TypedProblem[] {
  const problems: TypedProblem[] = [];
  const seen = new ElementMap<true>();
  for (const [index, item] of items.entries()) {
    const element = list.isAtomic ? indexElement(index) : itemElement(list, item);
    if (typeof element === 'string') return [...problems, { path: '', text: `element ${index}: ${element}` }];
    if (!list.isAtomic && seen.has(element) && !allowsDuplicates)
      problems.push({ path: '', text: `duplicate entries for key ${formatFieldPath([element])}` });
    seen.set(element, true);
    const inner = problemsOf(list.items, item, allowsDuplicates);
    if (inner.length > 0) problems.push(...under(element, inner));
  }
  return problems;
}

const under = (element: PathElement, problems: readonly TypedProblem[]): TypedProblem[] =>
  problems.map(({ path, text }) => ({ path: `${formatFieldPath([element])}${path}`, text }));
