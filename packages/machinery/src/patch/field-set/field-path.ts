/**
 * The path of a field, as conflict messages print it: `.spec.containers[name="app"].image`.
 * Upstream: structured-merge-diff fieldpath.Path.
 */
import { isJsonArray, isJsonObject } from '../../json/json-value.ts';
import type { ReadonlyJson } from '../../json/json-value.ts';
import { sortedEntries } from './compare-json.ts';
import type { SortedEntries } from './compare-json.ts';
import { compareElements, fieldElement, indexElement } from './path-element.ts';
import type { PathElement } from './path-element.ts';
import { quote } from '../../go-text/quote.ts';

/** The elements from the root of an object to a field. */
export type FieldPath = readonly PathElement[];

/** Makes a path of field names, list indexes and elements: `fieldPath('spec', 'ports', keyElement({ port: 80 }))`. */
export function fieldPath(...parts: readonly (string | number | PathElement)[]): FieldPath {
  return parts.map((part) => {
    if (typeof part === 'string') return fieldElement(part);
    return typeof part === 'number' ? indexElement(part) : part;
  });
}

/** The path as text. A name with dots in it, such as that of a label, is printed as it is. */
export function formatFieldPath(path: FieldPath): string {
  return path.map(formatElement).join('');
}

/** Orders paths element by element; a path comes before those that continue it. */
export function compareFieldPaths(left: FieldPath, right: FieldPath): number {
  for (const [at, element] of left.entries()) {
    const other = right[at];
    const order = other === undefined ? 1 : compareElements(element, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function formatElement(element: PathElement): string {
  if (element.type === 'field') return `.${element.name}`;
  if (element.type === 'key') return `[${formatEntries(element.keys).join(',')}]`;
  return element.type === 'value' ? `[=${formatValue(element.value)}]` : `[${element.index}]`;
}

function formatValue(value: ReadonlyJson): string {
  if (typeof value === 'string') return quote(value);
  if (isJsonArray(value)) return `[${value.map(formatValue).join(',')}]`;
  return isJsonObject(value) ? formatEntries(sortedEntries(value)).join('') : String(value);
}

function formatEntries(entries: SortedEntries): string[] {
  return entries.map(([key, value]) => `${key}=${formatValue(value)}`);
}
