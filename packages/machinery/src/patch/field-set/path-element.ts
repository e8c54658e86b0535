/**
 * One step of a path to a field: into a map by field name, or into a list by the keys of an item, by its value or by its
 * index. Elements have a total order, which is that of the keys in FieldsV1: names, keys, values, indexes.
 * Upstream: structured-merge-diff fieldpath.PathElement.
 */
import { checkDepth } from '../../json/depth.ts';
import type { ReadonlyJson } from '../../json/json-value.ts';
import { compareText } from '../../go-text/text-order.ts';
import { compareEntries, compareJson, sortedEntries } from './compare-json.ts';
import type { SortedEntries } from './compare-json.ts';

/** A step on the way to a field. */
export type PathElement = FieldElement | KeyElement | ValueElement | IndexElement;

/** A field of a map, by name. */
export interface FieldElement {
  readonly type: 'field';
  readonly name: string;
}

/** An item of a list of maps, by the values of its key fields, which are sorted by name. */
export interface KeyElement {
  readonly type: 'key';
  readonly keys: SortedEntries;
}

/** An element of a set, by its value. */
export interface ValueElement {
  readonly type: 'value';
  readonly value: ReadonlyJson;
}

/** An element of a list, by its position. */
export interface IndexElement {
  readonly type: 'index';
  readonly index: number;
}

/** The field of a map with this name. */
export function fieldElement(name: string): FieldElement {
  return { type: 'field', name };
}

/** The item of a list whose key fields have these values: `keyElement({ containerPort: 80, protocol: 'TCP' })`. */
export function keyElement(keys: Readonly<Record<string, ReadonlyJson>>): KeyElement {
  checkNesting(keys, 0);
  return { type: 'key', keys: sortedEntries(keys) };
}

/** The element of a set with this value. */
export function valueElement(value: ReadonlyJson): ValueElement {
  checkNesting(value, 0);
  return { type: 'value', value };
}

/** The element of a list at this position. */
export function indexElement(index: number): IndexElement {
  return { type: 'index', index };
}

/** Negative when `left` comes first, positive when `right` does, zero when they are the same. */
export function compareElements(left: PathElement, right: PathElement): number {
  if (left === right) return 0;
  if (left.type === 'field' && right.type === 'field') return compareText(left.name, right.name);
  if (left.type === 'key' && right.type === 'key') return compareEntries(left.keys, right.keys);
  if (left.type === 'value' && right.type === 'value') return compareJson(left.value, right.value);
  if (left.type === 'index' && right.type === 'index') return left.index - right.index;
  return ranks[left.type] - ranks[right.type];
}

const ranks = { field: 0, key: 1, value: 2, index: 3 };

/** Values are compared and printed by recursion; they are scalars in all but the strangest sets. */
function checkNesting(value: ReadonlyJson, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  checkDepth(depth, 'value in a field path');
  for (const part of Object.values(value)) checkNesting(part, depth + 1);
}
