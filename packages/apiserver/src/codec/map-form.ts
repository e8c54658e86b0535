/**
 * Maps with texts as keys. Go prints their keys in order, and leaves empty maps out, or prints null where it has to print something.
 */
import { compareText, sortedKeys, type JsonObject, type JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import type { FieldForm } from './field-form.ts';
import { bytesWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

/** The numbers of an entry's two fields. */
const keyNumber = 1;
const valueNumber = 2;

export class MapForm implements FieldForm {
  readonly isKept: boolean;
  readonly #goName: string;
  readonly #type: ValueType;

  constructor(type: ValueType, isKept: boolean, goName = `map[string]${type.goName}`) {
    this.#type = type;
    this.isKept = isKept;
    this.#goName = goName;
  }

  readJson(value: JsonValue, state: DecodeState): JsonValue | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      state.mismatch(value, this.#goName);
      return undefined;
    }
    return this.#readEntries(value, state);
  }

  absent(): null | undefined {
    return this.isKept ? null : undefined;
  }

  hasWire(wire: number): boolean {
    return wire === bytesWire;
  }

  readWire(reader: WireReader, before: unknown): unknown {
    const entries = (before as Map<string, JsonValue> | undefined) ?? new Map<string, JsonValue>();
    const outer = reader.enter();
    let key = '';
    let value: unknown;
    while (reader.position < reader.end) {
      const number = reader.field('map entry');
      if (number === keyNumber) key = reader.expect(bytesWire, 'mapkey').string();
      else if (number === valueNumber) value = this.#type.readWire(reader.expect(this.#type.wire, 'mapvalue'), value);
      else reader.skip();
    }
    reader.leave(outer);
    return entries.set(key, value === undefined ? this.#type.zero() : this.#type.settle(value));
  }

  settle(occurrences: unknown): JsonValue | undefined {
    const entries = occurrences as ReadonlyMap<string, JsonValue>;
    const object: JsonObject = {};
    for (const [key, value] of entries) put(object, key, value);
    return entries.size === 0 ? this.absent() : inOrder(object);
  }

  writeWire(writer: WireWriter, value: unknown, number: number): void {
    if (typeof value !== 'object' || value === null) return;
    const entries = value as JsonObject;
    const keys = sortedKeys(entries);
    for (let index = keys.length - 1; index >= 0; index--) this.#writeEntry(writer, keys[index] ?? '', entries, number);
  }

  #readEntries(entries: JsonObject, state: DecodeState): JsonValue | undefined {
    let read: JsonObject | undefined;
    let count = 0;
    const depth = state.enter();
    for (const key in entries) {
      count += 1;
      state.trail[depth] = key;
      const value = entries[key] ?? null;
      const entry = value === null ? this.#type.zero() : this.#type.readJson(value, state);
      if (entry === value) continue;
      read ??= copyOf(entries);
      put(read, key, entry);
    }
    state.depth = depth - 1;
    return count === 0 ? this.absent() : inOrder(read ?? entries);
  }

  #writeEntry(writer: WireWriter, key: string, entries: JsonObject, number: number): void {
    const mark = writer.length;
    this.#type.writeWire(writer, entries[key]);
    writer.tag(valueNumber, this.#type.wire);
    writer.string(key);
    writer.tag(keyNumber, bytesWire);
    writer.lengthSince(mark);
    writer.tag(number, bytesWire);
  }
}

/** The entries with their keys in order. JavaScript keeps keys that look like array indexes before all others, whatever one does. */
function inOrder(entries: JsonObject): JsonObject {
  let previous = '';
  for (const key in entries) {
    if (isIndex(key)) continue;
    if (compareText(previous, key) > 0) return sorted(entries);
    previous = key;
  }
  return entries;
}

const isIndex = (key: string): boolean => {
  const first = key.charCodeAt(0);
  return first >= 0x30 && first <= 0x39 && String(Number(key) >>> 0) === key;
};

function sorted(entries: JsonObject): JsonObject {
  const object: JsonObject = {};
  for (const key of sortedKeys(entries)) put(object, key, entries[key] ?? null);
  return object;
}

function copyOf(entries: JsonObject): JsonObject {
  const object: JsonObject = {};
  for (const key in entries) put(object, key, entries[key] ?? null);
  return object;
}

/** Every key is ordinary, also the one that would set the prototype. */
function put(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
