/**
 * A map from bool, int, uint or string to values. Numbers that are equal are the same key: 1, 1u and 1.0.
 */
import { jsonAdapters } from './json-equality.ts';
import type { Adapter } from './list-value.ts';
import { compact, Double, Uint } from './numbers.ts';
import type { Value } from './value.ts';

/** What keys are found by: equal keys have the same one. */
type Place = string | number | bigint | boolean;

/** A map; never changes. */
export abstract class MapValue {
  /** The number of entries. */
  abstract readonly size: number;
  /** The value at a key, or undefined without one. */
  abstract get(key: Value): Value | undefined;
  /** The keys, in the order of the entries. */
  abstract keys(): Iterable<Value>;

  /** The JSON of two maps of one type, if its equality is theirs. */
  jsonBeside(_other: MapValue): readonly [one: unknown, other: unknown] | undefined {
    return undefined;
  }

  /** Keys and values. */
  *entries(): Generator<[key: Value, value: Value], void, void> {
    for (const key of this.keys()) yield [key, this.get(key) as Value];
  }

  /** A map of entries; the last of equal keys wins. */
  static of(entries: Iterable<readonly [Value, Value]>): MapValue {
    const map = new Map<Place, readonly [Value, Value]>();
    for (const entry of entries) {
      const place = placeOf(entry[0]);
      if (place !== undefined) map.set(place, entry);
    }
    return new EntryMap(map);
  }

  /** A map of a JSON object's properties; values are made by `adapt` each time one is read. */
  static ofJson(json: Readonly<Record<string, unknown>>, adapt: Adapter | undefined): MapValue {
    return new JsonMap(json, adapt);
  }
}

/** What a key is found by; undefined for values that can be no key. */
export function placeOf(key: Value): Place | undefined {
  switch (typeof key) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return key;
    default:
      if (key instanceof Uint) return key.value;
      if (!(key instanceof Double) || !Number.isInteger(key.value)) return undefined;
      return compact(BigInt(key.value));
  }
}

class EntryMap extends MapValue {
  readonly #entries: ReadonlyMap<Place, readonly [Value, Value]>;

  constructor(entries: ReadonlyMap<Place, readonly [Value, Value]>) {
    super();
    this.#entries = entries;
  }

  override get size(): number {
    return this.#entries.size;
  }

  override get(key: Value): Value | undefined {
    const place = placeOf(key);
    return place === undefined ? undefined : this.#entries.get(place)?.[1];
  }

  override *keys(): Generator<Value, void, void> {
    for (const [key] of this.#entries.values()) yield key;
  }
}

class JsonMap extends MapValue {
  readonly #json: Readonly<Record<string, unknown>>;
  readonly #adapt: Adapter | undefined;
  #size: number | undefined;

  constructor(json: Readonly<Record<string, unknown>>, adapt: Adapter | undefined) {
    super();
    this.#json = json;
    this.#adapt = adapt;
  }

  override get size(): number {
    return (this.#size ??= Object.keys(this.#json).length);
  }

  override get(key: Value): Value | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.#json, key)) return undefined;
    const value = this.#json[key];
    return this.#adapt === undefined || value === undefined ? (value as Value | undefined) : this.#adapt(value);
  }

  override jsonBeside(other: MapValue): readonly [one: unknown, other: unknown] | undefined {
    if (!(other instanceof JsonMap) || this.#adapt !== other.#adapt) return undefined;
    return this.#adapt === undefined || jsonAdapters.has(this.#adapt) ? [this.#json, other.#json] : undefined;
  }

  override keys(): Iterable<Value> {
    return Object.keys(this.#json);
  }
}
