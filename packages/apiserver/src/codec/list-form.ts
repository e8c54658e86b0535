/**
 * Lists. An empty list and none are the same thing once stored, so both are left out, or null where Go has to print something.
 */
import type { JsonArray, JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import type { FieldForm } from './field-form.ts';
import { bytesWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

export class ListForm implements FieldForm {
  readonly isKept: boolean;
  readonly #goName: string;
  readonly #type: ValueType;
  readonly #tellsEmpty: boolean;

  /** `tellsEmpty`: an empty list in JSON stays one where it is asked for, for rules that tell it from none. */
  constructor(type: ValueType, isKept: boolean, goName = `[]${type.goName}`, tellsEmpty = false) {
    this.#type = type;
    this.isKept = isKept;
    this.#goName = goName;
    this.#tellsEmpty = tellsEmpty;
  }

  readJson(value: JsonValue, state: DecodeState): JsonValue | undefined {
    if (!Array.isArray(value)) {
      state.mismatch(value, this.#goName);
      return undefined;
    }
    if (value.length === 0) return this.#tellsEmpty && state.tellsEmpty ? value : this.absent();
    return readElements(this.#type, value, state);
  }

  absent(): null | undefined {
    return this.isKept ? null : undefined;
  }

  hasWire(wire: number): boolean {
    return wire === this.#type.wire || wire === bytesWire; // numbers may come packed
  }

  readWire(reader: WireReader, before: unknown): unknown {
    const values = before === undefined ? [] : (before as JsonArray);
    if (reader.wire !== this.#type.wire) this.#readPacked(reader, values);
    else values.push(this.#type.settle(this.#type.readWire(reader, undefined)));
    return values;
  }

  settle(occurrences: unknown): JsonValue | undefined {
    const values = occurrences as JsonArray;
    return values.length === 0 ? this.absent() : values;
  }

  writeWire(writer: WireWriter, value: unknown, number: number): void {
    if (!Array.isArray(value)) return;
    for (let index = value.length - 1; index >= 0; index--) {
      this.#type.writeWire(writer, value[index]);
      writer.tag(number, this.#type.wire);
    }
  }

  #readPacked(reader: WireReader, values: JsonArray): void {
    const outer = reader.enter();
    while (reader.position < reader.end) values.push(this.#type.settle(this.#type.readWire(reader, undefined)));
    reader.leave(outer);
  }
}

/** The elements as Go prints them: the same list when there is nothing to change. */
export function readElements(type: ValueType, values: JsonArray, state: DecodeState): JsonArray {
  let read = values;
  const depth = state.enter();
  for (let index = 0; index < values.length; index++) {
    state.trail[depth] = index;
    const value = values[index] ?? null;
    const element = value === null ? type.zero() : type.readJson(value, state);
    if (element === value) continue;
    if (read === values) read = values.slice();
    read[index] = element;
  }
  state.depth = depth - 1;
  return read;
}
