/**
 * A new value beside the old one that it belongs to, to tell what an update has left alone. Properties belong together by
 * name and elements of list maps by key; elements of other lists do not belong to anything, only whole lists do. What the
 * schema does not specify counts as changed.
 * Upstream: apiserver cel/common CorrelatedObject and MapList.
 */
import type { ReadonlyJson, ReadonlyJsonArray, ReadonlyJsonObject } from '@reeve/machinery';
import { deepEqual, isJsonArray, isJsonObject } from '@reeve/machinery';
import { isInt64 } from '../go-text/number.ts';
import type { SchemaNode } from '../structural/schema-node.ts';

/** A new value, its old value, and the schema of both. */
export class Correlation {
  readonly #node: SchemaNode;
  readonly #value: ReadonlyJson;
  readonly #old: ReadonlyJson;
  readonly #children = new Map<string | number, Correlation | undefined>();
  #oldByKeys: ReadonlyMap<string, ReadonlyJson> | undefined;
  #isUnchanged: boolean | undefined;

  constructor(node: SchemaNode, value: ReadonlyJson, old: ReadonlyJson) {
    this.#node = node;
    this.#value = value;
    this.#old = old;
  }

  /** The old value. */
  get old(): ReadonlyJson {
    return this.#old;
  }

  /** The part of the value and of the old value that belong together; undefined if there is no such pair. */
  child(key: string | number): Correlation | undefined {
    const known = this.#children.get(key);
    if (known !== undefined || this.#children.has(key)) return known;
    const child = typeof key === 'string' ? this.#property(key) : this.#element(key);
    this.#children.set(key, child);
    return child;
  }

  /** True if new and old are the same, as far as the schema specifies them. */
  isUnchanged(): boolean {
    this.#isUnchanged ??= this.#compare();
    return this.#isUnchanged;
  }

  #property(name: string): Correlation | undefined {
    const [value, old] = [this.#value, this.#old];
    if (!isJsonObject(value) || !isJsonObject(old)) return undefined;
    const node = this.#node.properties.get(name) ?? this.#node.additionalProperties?.schema;
    if (node === undefined || !Object.hasOwn(value, name) || !Object.hasOwn(old, name)) return undefined;
    return new Correlation(node, value[name] ?? null, old[name] ?? null);
  }

  #element(index: number): Correlation | undefined {
    const [value, old, { items }] = [this.#value, this.#old, this.#node];
    if (!isJsonArray(value) || !isJsonArray(old) || items === undefined || this.#node.listType !== 'map')
      return undefined;
    const keys = this.#node.listMapKeys;
    this.#oldByKeys ??= byKeys(old, keys);
    const found = this.#oldByKeys.get(keysOf(value[index] ?? null, keys) ?? '');
    return found === undefined ? undefined : new Correlation(items, value[index] ?? null, found);
  }

  #compare(): boolean {
    const [value, old] = [this.#value, this.#old];
    if (isJsonArray(value) && isJsonArray(old)) return this.#compareLists(value, old);
    if (isJsonObject(value) && isJsonObject(old)) return this.#compareObjects(value, old);
    return deepEqual(value, old);
  }

  #compareLists(value: ReadonlyJsonArray, old: ReadonlyJsonArray): boolean {
    if (value.length !== old.length) return false;
    if (this.#node.listType !== 'map' || this.#node.items === undefined) return deepEqual(value, old);
    return value.every((_, index) => this.child(index)?.isUnchanged() === true);
  }

  #compareObjects(value: ReadonlyJsonObject, old: ReadonlyJsonObject): boolean {
    const names = Object.keys(value);
    if (names.length !== Object.keys(old).length) return false;
    return names.every((name) => this.child(name)?.isUnchanged() === true);
  }
}

/** The first element of each key. */
function byKeys(list: ReadonlyJsonArray, keys: readonly string[]): ReadonlyMap<string, ReadonlyJson> {
  const found = new Map<string, ReadonlyJson>();
  for (const element of list) {
    const key = keysOf(element, keys);
    if (key !== undefined && !found.has(key)) found.set(key, element);
  }
  return found;
}

/** The keys of an element as one text; undefined if one is not there or no scalar. */
function keysOf(element: ReadonlyJson, keys: readonly string[]): string | undefined {
  if (!isJsonObject(element)) return undefined;
  const texts: string[] = [];
  for (const key of keys) {
    const value = Object.hasOwn(element, key) ? element[key] : undefined;
    if (value === undefined || value === null || typeof value === 'object') return undefined;
    texts.push(keyText(value));
  }
  return texts.join('\u0000');
}

/** Integers and floats are different keys, whatever they print. */
function keyText(value: boolean | number | bigint | string): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return String(value);
  return `${isInt64(value) ? 'int' : 'float'} ${value}`;
}
