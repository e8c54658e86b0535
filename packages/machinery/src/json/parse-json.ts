/**
 * `JSON.parse` that loses nothing it should not: integers beyond 2^53 become bigint, errors say where. Texts without such
 * integers, which a guard finds at a tenth of the cost of parsing, go to `JSON.parse` itself. Any depth is fine.
 * Upstream: apimachinery util/json keeps integers as int64; beyond that it falls back to floats, where this does not.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { hasBigInteger } from './big-integer-guard.ts';
import { JsonReader } from './json-reader.ts';
import type { JsonNotes } from './json-reader.ts';
import type { JsonValue } from './json-value.ts';
import { parsePlainJson } from './plain-json.ts';

/** How to parse. */
export interface ParseJsonOptions {
  /** What to do about an object with the same key twice. By default the last one counts, silently, as in `JSON.parse`. */
  readonly duplicates?: 'last' | 'refuse';
}

/** A parsed value, and what its text said beyond it. Places are JSON Pointers. */
export interface ParsedJson {
  readonly value: JsonValue;
  /**
   * Numbers written with a fraction or an exponent. To a schema `1.0` is no integer, and a `number` in JavaScript does not
   * tell; pass the set to `stringifyJson` to print them as floats again.
   */
  readonly floats: ReadonlySet<string>;
  /** Keys that an object has more than once, as strict decoding reports them. The last one counts. */
  readonly duplicates: ReadonlySet<string>;
}

/**
 * Parses text, or UTF-8 bytes, as JSON. Throws `InvalidInputError` with line and column. Any key becomes an own property, `__proto__` and `constructor` too,
 * and all of machinery treats them as ordinary. Copies of one's own have to as well: `{ ...object }`, `structuredClone(object)` and
 * `Object.fromEntries(Object.entries(object))` do, `Object.assign({}, object)` and `copy[key] = object[key]` set the prototype of the copy to what the
 * text says; use `setOwn(copy, key, value)`, or `Object.hasOwn` before reading a name that comes from input.
 */
export function parseJson(input: string | Uint8Array, options: ParseJsonOptions = {}): JsonValue {
  const text = decode(input);
  if (options.duplicates === 'refuse') return parseWithoutDuplicates(text);
  return hasBigInteger(text) ? new JsonReader(text).read() : parseNatively(text);
}

/** Parses and notes which numbers were written as floats, and which keys are there twice. Slower than `parseJson`. */
export function parseJsonWithNotes(input: string | Uint8Array): ParsedJson {
  const text = decode(input);
  const notes: JsonNotes = { floats: new Set(), duplicates: new Set() };
  return { value: parsePlainJson(text) ?? new JsonReader(text, notes).read(), ...notes };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(input: string | Uint8Array): string {
  if (typeof input === 'string') return input;
  try {
    return utf8.decode(input);
  } catch (cause) {
    throw new InvalidInputError(`${input.length} bytes`, 'JSON text is UTF-8, and these bytes are not', { cause });
  }
}

function parseNatively(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    new JsonReader(text).read(); // throws an error that says where
    throw new InvalidInputError(text.slice(0, 40), 'invalid JSON', { cause });
  }
}

function parseWithoutDuplicates(text: string): JsonValue {
  const { value, duplicates } = parseJsonWithNotes(text);
  if (duplicates.size === 0) return value;
  const places = [...duplicates].map((place) => JSON.stringify(place)).join(', ');
  throw new InvalidInputError(places, `the same key twice in one object, at ${places}: remove all but one`);
}
