/** A number of 32 bits or a text; protobuf says which, and carries both. */
import type { JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import { bytesWire, varintWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

/** The numbers of the message's fields, and what the first one says. */
const kindNumber = 1;
const numberNumber = 2;
const textNumber = 3;
const isText = 1;

interface Parts {
  kind: number;
  number: number;
  text: string;
}

export class IntOrStringType implements ValueType {
  readonly wire = bytesWire;
  readonly goName = 'intstr.IntOrString';

  readJson(value: JsonValue, state: DecodeState): JsonValue {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' && (value | 0) === value && !state.isFloat()) return value;
    throw state.refusal(value, 'int32');
  }

  zero(): number {
    return 0;
  }

  /** Go finds no struct empty. */
  isEmpty(): boolean {
    return false;
  }

  readWire(reader: WireReader, before: unknown): unknown {
    const parts = (before as Parts | undefined) ?? { kind: 0, number: 0, text: '' };
    const outer = reader.enter();
    while (reader.position < reader.end) readPart(reader, parts);
    reader.leave(outer);
    return parts;
  }

  settle(occurrences: unknown): JsonValue {
    const { kind, number, text } = occurrences as Parts;
    return kind === isText ? text : number;
  }

  writeWire(writer: WireWriter, value: unknown): void {
    const mark = writer.length;
    writer.string(typeof value === 'string' ? value : '');
    writer.tag(textNumber, bytesWire);
    writer.integer(typeof value === 'number' ? value : 0);
    writer.tag(numberNumber, varintWire);
    writer.byte(typeof value === 'string' ? isText : 0);
    writer.tag(kindNumber, varintWire);
    writer.lengthSince(mark);
  }
}

function readPart(reader: WireReader, parts: Parts): void {
  const number = reader.field('IntOrString');
  if (number === kindNumber) parts.kind = reader.expect(varintWire, 'Type').int32();
  else if (number === numberNumber) parts.number = reader.expect(varintWire, 'IntVal').int32();
  else if (number === textNumber) parts.text = reader.expect(bytesWire, 'StrVal').string();
  else reader.skip();
}
