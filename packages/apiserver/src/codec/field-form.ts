/**
 * What a field is to its struct: a value that is always there, one that may be missing, a list, a map. The form says what an empty one looks like; the type,
 * what is in it.
 */
import type { JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

export interface FieldForm {
  /** The field as Go prints it; undefined when it leaves it out. The value is not null. */
  readJson(value: JsonValue, state: DecodeState): JsonValue | undefined;

  /** What Go prints for a field that was not there, or null. */
  absent(): JsonValue | undefined;

  /** True when Go prints the field even when it is absent. */
  readonly isKept: boolean;

  /** True when occurrences of the field may have this wire type. */
  hasWire(wire: number): boolean;

  /** Reads one occurrence, given what the earlier ones came to. */
  readWire(reader: WireReader, before: unknown): unknown;

  /** The field as Go prints it, from its occurrences; undefined when it leaves it out. */
  settle(occurrences: unknown): JsonValue | undefined;

  /** Writes the field with its tag, or nothing where there is nothing to say. The value may be undefined or null. */
  writeWire(writer: WireWriter, value: unknown, number: number): void;
}
