/**
 * Which item of a list an item is: that with these keys, a missing one standing for its default; or, in a set, that with this value.
 */
import {
  isJsonArray,
  isJsonObject,
  keyElement,
  valueElement,
  type PathElement,
  type ReadonlyJson,
} from '@reeve/machinery';
import { TypedValueError } from './typed-problem.ts';
import type { ListSchema } from './value-schema.ts';

/** The element of an item; a text says why it has none. */
export function itemElement(list: ListSchema, item: unknown): PathElement | string {
  return list.keys.length > 0 ? keysOf(list, item) : valueOf(item);
}

/** The elements of all items, in order. */
export function itemElements(list: ListSchema, items: readonly unknown[]): PathElement[] {
  return items.map((item, index) => {
    const element = itemElement(list, item);
    if (typeof element === 'string') throw new TypedValueError([{ path: '', text: `element ${index}: ${element}` }]);
    return element;
  });
}

function keysOf({ keys, items }: ListSchema, item: unknown): PathElement | string {
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isJsonObject(item)) return 'associative list with keys may not have non-map elements';
  const found: Record<string, ReadonlyJson> = {};
  let count = 0;
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? item[key] : items.map?.fields.get(key)?.default;
    if (value === undefined) continue;
    found[key] = value as ReadonlyJson;
    count += 1;
  }
  if (count > 0) return keyElement(found);
  const names = keys.map((key) => JSON.stringify(key)).join(' ');
  return `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`;
}

function valueOf(item: unknown): PathElement | string {
  if (isJsonObject(item)) return "associative list without keys has an element that's a map type";
  if (isJsonArray(item)) return 'not supported: associative list with lists as elements';
  if (item === null || item === undefined)
    return "associative list without keys has an element that's an explicit null";
  return valueElement(item as ReadonlyJson);
}
