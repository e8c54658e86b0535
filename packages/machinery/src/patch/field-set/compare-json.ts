/**
 * A total order on JSON values. Numbers come first, then strings,
 * booleans, lists, maps and null. Numbers and bigints compare by what they are worth.
 * Upstream: structured-merge-diff value.Compare.
 */
import { compareText } from '../../go-text/text-order.ts';
import { isJsonArray, isJsonObject } from '../../json/json-value.ts';
import type { ReadonlyJson, ReadonlyJsonArray } from '../../json/json-value.ts';

/** The keys and values of a map, in the order of the keys. */
export type SortedEntries = readonly (readonly [key: string, value: ReadonlyJson])[];

/** Negative when `left` comes first, positive when `right` does, zero when they are equal. */
export function compareJson(left: ReadonlyJson, right: ReadonlyJson): number {
  const byKind = rankOf(left) - rankOf(right);
  if (byKind !== 0) return byKind;
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (isJsonArray(left) && isJsonArray(right)) return compareLists(left, right);
  if (!isJsonObject(left) || !isJsonObject(right)) return compareScalars(left, right);
  return compareEntries(sortedEntries(left), sortedEntries(right));
}

/** Compares maps by their smallest key that differs, or by the value of the first common key that differs. */
export function compareEntries(left: SortedEntries, right: SortedEntries): number {
  for (const [at, [key, value]] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    const order = compareText(key, other[0]) || compareJson(value, other[1]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** The keys and values of a map in order. */
export function sortedEntries(map: Readonly<Record<string, ReadonlyJson>>): SortedEntries {
  return Object.entries(map).toSorted(([left], [right]) => compareText(left, right));
}

function compareLists(left: ReadonlyJsonArray, right: ReadonlyJsonArray): number {
  for (const [at, value] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    const order = compareJson(value, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareScalars(left: ReadonlyJson, right: ReadonlyJson): number {
  if (left === null || right === null) return 0;
  return left < right ? -1 : left > right ? 1 : 0;
}

function rankOf(value: ReadonlyJson): number {
  if (value === null) return 5;
  if (isJsonArray(value)) return 3;
  return ranks[typeof value] ?? 4;
}

const ranks: Partial<Record<string, number>> = { number: 0, bigint: 0, string: 1, boolean: 2, object: 4 };
