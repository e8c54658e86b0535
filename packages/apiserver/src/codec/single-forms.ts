/** Fields that hold one value: a Go value, which is never missing, or a Go pointer or slice, which may be. */
import type { JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import type { FieldForm } from './field-form.ts';
import type { ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

abstract class SingleForm implements FieldForm {
  readonly isKept: boolean;
  protected readonly type: ValueType;

  constructor(type: ValueType, isKept: boolean) {
    this.type = type;
    this.isKept = isKept;
  }

  hasWire(wire: number): boolean {
    return wire === this.type.wire;
  }

  readWire(reader: WireReader, before: unknown): unknown {
    return this.type.readWire(reader, before);
  }

  abstract writeWire(writer: WireWriter, value: unknown, number: number): void;
  abstract readJson(value: JsonValue, state: DecodeState): JsonValue | undefined;
  abstract absent(): JsonValue | undefined;
  abstract settle(occurrences: unknown): JsonValue | undefined;
}

/** A value: its zero stands for none, is left out where Go may, and is always written to protobuf. */
export class ValueForm extends SingleForm {
  readJson(value: JsonValue, state: DecodeState): JsonValue | undefined {
    return this.#shown(this.type.readJson(value, state));
  }

  absent(): JsonValue | undefined {
    return this.isKept ? this.type.zero() : undefined;
  }

  settle(occurrences: unknown): JsonValue | undefined {
    return this.#shown(this.type.settle(occurrences));
  }

  writeWire(writer: WireWriter, value: unknown, number: number): void {
    this.type.writeWire(writer, value);
    writer.tag(number, this.type.wire);
  }

  #shown(value: JsonValue): JsonValue | undefined {
    return this.isKept || !this.type.isEmpty(value) ? value : undefined;
  }
}

/** A pointer: what it points to is printed whatever it is. */
export class PointerForm extends SingleForm {
  readJson(value: JsonValue, state: DecodeState): JsonValue {
    return this.type.readJson(value, state);
  }

  absent(): null | undefined {
    return this.isKept ? null : undefined;
  }

  settle(occurrences: unknown): JsonValue {
    return this.type.settle(occurrences);
  }

  /** Null is no pointer where Go prints one as null; elsewhere it is what some types, such as times, print for their zero. */
  writeWire(writer: WireWriter, value: unknown, number: number): void {
    if (value === undefined || (value === null && (this.isKept || this.type.zero() !== null))) return;
    this.type.writeWire(writer, value);
    writer.tag(number, this.type.wire);
  }
}

/** A slice that is one value to protobuf, such as bytes: left out when empty, null when there is none and it has to be printed. */
export class SliceForm extends SingleForm {
  readJson(value: JsonValue, state: DecodeState): JsonValue | undefined {
    return this.#shown(this.type.readJson(value, state));
  }

  absent(): null | undefined {
    return this.isKept ? null : undefined;
  }

  settle(occurrences: unknown): JsonValue | undefined {
    return this.#shown(this.type.settle(occurrences));
  }

  writeWire(writer: WireWriter, value: unknown, number: number): void {
    if (value === undefined || value === null) return;
    this.type.writeWire(writer, value);
    writer.tag(number, this.type.wire);
  }

  #shown(value: JsonValue): JsonValue | undefined {
    return this.isKept || !this.type.isEmpty(value) ? value : undefined;
  }
}
