/** Strings and booleans. */
import type { JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import { bytesWire, varintWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

export class StringType implements ValueType {
  readonly wire = bytesWire;
  readonly goName: string;

  constructor(goName = 'string') {
    this.goName = goName;
  }

  readJson(value: JsonValue, state: DecodeState): JsonValue {
    if (typeof value !== 'string') state.mismatch(value, this.goName);
    return value;
  }

  zero(): string {
    return '';
  }

  isEmpty(value: JsonValue): boolean {
    return value === '';
  }

  readWire(reader: WireReader): string {
    return reader.string();
  }

  settle(text: unknown): JsonValue {
    return text as string;
  }

  writeWire(writer: WireWriter, value: unknown): void {
    writer.string(typeof value === 'string' ? value : '');
  }
}

export class BoolType implements ValueType {
  readonly wire = varintWire;
  readonly goName: string;

  constructor(goName = 'bool') {
    this.goName = goName;
  }

  readJson(value: JsonValue, state: DecodeState): JsonValue {
    if (typeof value !== 'boolean') state.mismatch(value, this.goName);
    return value;
  }

  zero(): boolean {
    return false;
  }

  isEmpty(value: JsonValue): boolean {
    return value === false;
  }

  readWire(reader: WireReader): boolean {
    return reader.bool();
  }

  settle(flag: unknown): JsonValue {
    return flag as boolean;
  }

  writeWire(writer: WireWriter, value: unknown): void {
    writer.byte(value === true ? 1 : 0);
  }
}
