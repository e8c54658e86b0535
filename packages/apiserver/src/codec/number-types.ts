/**
 * Integers of 32 and 64 bits, and floats. An integer beyond 2^53 is a bigint; a number written as a float is no integer, even where it has no fraction.
 */
import type { JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import { fixed64Wire, varintWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

abstract class NumberType implements ValueType {
  readonly goName: string;
  abstract readonly wire: number;

  constructor(goName: string) {
    this.goName = goName;
  }

  readJson(value: JsonValue, state: DecodeState): JsonValue {
    if (!this.holds(value) || (this.wire === varintWire && state.isFloat())) state.mismatch(value, this.goName);
    return value;
  }

  zero(): number {
    return 0;
  }

  isEmpty(value: JsonValue): boolean {
    return value === 0;
  }

  settle(number: unknown): JsonValue {
    return number as number | bigint;
  }

  abstract readWire(reader: WireReader): number | bigint;
  abstract writeWire(writer: WireWriter, value: unknown): void;
  protected abstract holds(value: JsonValue): boolean;
}

export class Int32Type extends NumberType {
  readonly wire = varintWire;

  readWire(reader: WireReader): number {
    return reader.int32();
  }

  writeWire(writer: WireWriter, value: unknown): void {
    writer.integer(typeof value === 'number' ? value : 0);
  }

  protected holds(value: JsonValue): boolean {
    return typeof value === 'number' && (value | 0) === value;
  }
}

export class Int64Type extends NumberType {
  readonly wire = varintWire;

  readWire(reader: WireReader): number | bigint {
    return reader.int64();
  }

  writeWire(writer: WireWriter, value: unknown): void {
    writer.integer(typeof value === 'number' || typeof value === 'bigint' ? value : 0);
  }

  protected holds(value: JsonValue): boolean {
    return typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);
  }
}

export class Float64Type extends NumberType {
  readonly wire = fixed64Wire;

  override readJson(value: JsonValue, state: DecodeState): JsonValue {
    return super.readJson(typeof value === 'bigint' ? Number(value) : value, state);
  }

  readWire(reader: WireReader): number {
    return reader.double();
  }

  writeWire(writer: WireWriter, value: unknown): void {
    writer.double(typeof value === 'number' ? value : 0);
  }

  protected holds(value: JsonValue): boolean {
    return typeof value === 'number' && Number.isFinite(value);
  }
}
