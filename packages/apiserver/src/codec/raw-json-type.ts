/**
 * Values that Go leaves as they are: raw extensions, JSON in schemas, the sets of managed fields, cells of tables. In protobuf they are JSON text.
 */
import { Buffer } from 'node:buffer';
import { InvalidInputError, parseJson, stringifyJson, type JsonValue } from '@reeve/machinery';
import { bytesWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

/** The number of the message's only field. */
const rawNumber = 1;

export class RawJsonType implements ValueType {
  readonly wire = bytesWire;
  readonly goName: string;

  constructor(goName: string) {
    this.goName = goName;
  }

  readJson(value: JsonValue): JsonValue {
    return value;
  }

  zero(): null {
    return null;
  }

  /** Go finds no struct empty. */
  isEmpty(): boolean {
    return false;
  }

  readWire(reader: WireReader, before: unknown): unknown {
    let raw = before;
    const outer = reader.enter();
    while (reader.position < reader.end) {
      if (reader.field('RawExtension') === rawNumber) raw = reader.expect(bytesWire, 'Raw').bytes();
      else reader.skip();
    }
    reader.leave(outer);
    return raw ?? Buffer.alloc(0);
  }

  settle(occurrences: unknown): JsonValue {
    const raw = occurrences as Buffer;
    return raw.length === 0 ? null : parse(raw);
  }

  writeWire(writer: WireWriter, value: unknown): void {
    const mark = writer.length;
    if (value !== undefined && value !== null) {
      writer.string(stringifyJson(value));
      writer.tag(rawNumber, bytesWire);
    }
    writer.lengthSince(mark);
  }
}

function parse(raw: Buffer): JsonValue {
  try {
    return parseJson(raw);
  } catch (cause) {
    throw new InvalidInputError('', `raw bytes are not JSON: ${(cause as Error).message}`, { cause });
  }
}
