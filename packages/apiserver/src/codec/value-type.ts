/**
 * How values of one Go type are read and written, in JSON and in protobuf. Objects in programs are plain JSON, so that reading JSON means checking it
 * and bringing it into the form that Go would print.
 */
import type { JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

/** Protobuf's wire types that built-in kinds use. */
export const varintWire = 0;
export const fixed64Wire = 1;
export const bytesWire = 2;

export interface ValueType {
  /** The type as Go's messages name it. */
  readonly goName: string;

  /** True of Go slices: there may be none, which is null where it has to be printed. */
  readonly isSlice?: boolean;

  /** The value as Go prints it after reading it; the same value when there is nothing to change. It is never null. */
  readJson(value: JsonValue, state: DecodeState): JsonValue;

  /** The zero value as Go prints it. */
  zero(): JsonValue;

  /** True of printed values that Go's `omitempty` leaves out. */
  isEmpty(value: JsonValue): boolean;

  readonly wire: number;

  /** Reads one occurrence; `before` is what an earlier one gave. What it returns is for `settle` only. */
  readWire(reader: WireReader, before: unknown): unknown;

  /** The value as Go prints it, from the occurrences that were read. */
  settle(occurrences: unknown): JsonValue;

  /** Writes a value without its tag; the zero value when it is undefined or null. */
  writeWire(writer: WireWriter, value: unknown): void;
}

/** Where types find the other types that they are made of. */
export interface TypeSource {
  /** The type of a name in the table, as `goName` in messages. */
  typeOf(name: string, goName?: string): ValueType;
}
