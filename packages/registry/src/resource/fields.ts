/**
 * Reading the fields of objects whose type is known to the reader but not to the compiler: what is absent reads as the empty value of its type.
 */
import { isJsonObject } from '@reeve/machinery';

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** What is there, or an object without fields. */
export const fieldsOf = (value: unknown): Fields => (isJsonObject(value) ? value : nothing);

/** One for all that is absent, as most of what is asked for is. */
const nothing: Fields = Object.freeze({});
const noItems: readonly never[] = Object.freeze([]);

/** The value at the end of a path of field names. */
export const valueAt = (value: unknown, ...path: readonly string[]): unknown => follow(value, path);

/** Rules ask for hundreds of fields of each object: the path is passed on as it is, and not spread at every step. */
function follow(value: unknown, path: readonly string[]): unknown {
  let found: unknown = value;
  for (let at = 0; at < path.length; at += 1) {
    const name = path[at] ?? '';
    if (!isJsonObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

/** The fields of the object at a path. */
export const fieldsAt = (value: unknown, ...path: readonly string[]): Fields => fieldsOf(follow(value, path));

/** The items of the list at a path, each as an object. */
export const itemsAt = (value: unknown, ...path: readonly string[]): readonly Fields[] =>
  itemsOf(asList(follow(value, path)));

const itemsOf = (items: readonly unknown[]): readonly Fields[] => (items.length === 0 ? noItems : items.map(fieldsOf));

/** The list at a path. */
export const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => asList(follow(value, path));

const asList = (found: unknown): readonly unknown[] => (Array.isArray(found) ? (found as unknown[]) : noItems);

/** The text at a path. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = follow(value, path);
  return typeof found === 'string' ? found : '';
}

/** The texts in the list at a path. */
export const textsAt = (value: unknown, ...path: readonly string[]): readonly string[] =>
  asList(follow(value, path)).filter((item) => typeof item === 'string');

/** The number at a path. */
export function numberAt(value: unknown, ...path: readonly string[]): number {
  const found = follow(value, path);
  return typeof found === 'number' || typeof found === 'bigint' ? Number(found) : 0;
}

/** A plain value as text: what is no text is written as it stands in JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** True where a path leads to something. */
export const hasAt = (value: unknown, ...path: readonly string[]): boolean => isSet(follow(value, path));

/** True of everything but what Go calls nil. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null;
