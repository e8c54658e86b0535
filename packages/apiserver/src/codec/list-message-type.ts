/** A list that protobuf wraps into a message of its own, such as the values of one extra attribute of a user. */
import type { JsonArray, JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import { readElements } from './list-form.ts';
import { bytesWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

/** The number of the message's only field. */
const itemsNumber = 1;

export class ListMessageType implements ValueType {
  readonly wire = bytesWire;
  readonly isSlice = true;
  readonly goName: string;
  readonly #element: ValueType;

  constructor(element: ValueType, goName: string) {
    this.#element = element;
    this.goName = goName;
  }

  readJson(value: JsonValue, state: DecodeState): JsonValue {
    if (Array.isArray(value)) return readElements(this.#element, value, state);
    state.mismatch(value, this.goName);
    return value;
  }

  zero(): null {
    return null;
  }

  isEmpty(value: JsonValue): boolean {
    return Array.isArray(value) && value.length === 0;
  }

  readWire(reader: WireReader, before: unknown): unknown {
    const items = (before as JsonArray | undefined) ?? [];
    const outer = reader.enter();
    while (reader.position < reader.end) {
      if (reader.field(this.goName) !== itemsNumber) reader.skip();
      else
        items.push(this.#element.settle(this.#element.readWire(reader.expect(this.#element.wire, 'Items'), undefined)));
    }
    reader.leave(outer);
    return items;
  }

  settle(items: unknown): JsonValue {
    return items as JsonArray;
  }

  writeWire(writer: WireWriter, value: unknown): void {
    const mark = writer.length;
    for (const item of Array.isArray(value) ? value.toReversed() : []) {
      this.#element.writeWire(writer, item);
      writer.tag(itemsNumber, this.#element.wire);
    }
    writer.lengthSince(mark);
  }
}
