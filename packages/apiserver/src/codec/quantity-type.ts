/** Quantities: texts in the form that Go prints, also where a number was given. */
import type { JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import { printedQuantity } from './go-quantity.ts';
import { bytesWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

/** The number of the message's only field. */
const textNumber = 1;

export class QuantityType implements ValueType {
  readonly wire = bytesWire;
  readonly goName = 'resource.Quantity';

  readJson(value: JsonValue, _state: DecodeState): JsonValue {
    return printedQuantity(textOf(value));
  }

  zero(): string {
    return '0';
  }

  /** Go finds no struct empty. */
  isEmpty(): boolean {
    return false;
  }

  readWire(reader: WireReader, before: unknown): unknown {
    let text = (before as string | undefined) ?? this.zero();
    const outer = reader.enter();
    while (reader.position < reader.end) {
      if (reader.field('Quantity') === textNumber) text = printedQuantity(reader.expect(bytesWire, 'String_').string());
      else reader.skip();
    }
    reader.leave(outer);
    return text;
  }

  settle(text: unknown): JsonValue {
    return text as string;
  }

  writeWire(writer: WireWriter, value: unknown): void {
    const mark = writer.length;
    writer.string(typeof value === 'string' ? value : this.zero());
    writer.tag(textNumber, bytesWire);
    writer.lengthSince(mark);
  }
}

/** What Go parses: the JSON itself, in which spaces can be trimmed, and all else that could be is escaped. */
function textOf(value: JsonValue): string {
  if (typeof value === 'string') return trimmed(value);
  return typeof value === 'number' || typeof value === 'bigint' ? `${value}` : JSON.stringify(typeof value);
}

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (text.charAt(start) === ' ') start += 1;
  while (end > start && text.charAt(end - 1) === ' ') end -= 1;
  return text.slice(start, end);
}
