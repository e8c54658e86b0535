/**
 * Structs. Reading one keeps the fields it has, in its own order, leaves out what Go leaves out and adds what Go prints in any case; an object that already
 * looks like that is given back as it is.
 */
import type { JsonObject, JsonValue } from '@reeve/machinery';
import type { DecodeState } from './decode-state.ts';
import { readMessage, writeMessage } from './struct-message.ts';
import { planStruct, type PlanSource, type StructPlan } from './struct-plan.ts';
import { bytesWire, type ValueType } from './value-type.ts';
import type { WireReader } from './wire-reader.ts';
import type { WireWriter } from './wire-writer.ts';

/** The fields of a struct, each in its slot; undefined for those that are not printed. */
type Slots = (JsonValue | undefined)[];

export class StructType implements ValueType {
  readonly wire = bytesWire;
  readonly goName: string;
  readonly #name: string;
  readonly #source: PlanSource;
  #made: StructPlan | undefined;

  /** `name` as in the table: `core.v1.Pod`. */
  constructor(name: string, source: PlanSource) {
    this.#name = name;
    this.#source = source;
    this.goName = name.split('.').slice(-2).join('.');
  }

  readJson(value: JsonValue, state: DecodeState): JsonValue {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      state.mismatch(value, this.goName);
      return value;
    }
    return this.#readFields(value, state);
  }

  zero(): JsonValue {
    return this.#print([]);
  }

  /** Go finds no struct empty. */
  isEmpty(): boolean {
    return false;
  }

  readWire(reader: WireReader, before: unknown): unknown {
    const outer = reader.enter();
    const slots = this.readFields(reader, before);
    reader.leave(outer);
    return slots;
  }

  /** Reads fields up to the end of the message; what it returns is for `settle`. */
  readFields(reader: WireReader, before?: unknown): unknown {
    const slots = (before as unknown[] | undefined) ?? [];
    readMessage(reader, this.#plan().message, slots);
    return slots;
  }

  settle(occurrences: unknown): JsonValue {
    const values = occurrences as readonly unknown[];
    const object: JsonObject = {};
    for (const { name, slot, form } of this.#plan().fields) {
      const found = values[slot];
      const value = found === undefined ? undefined : form.settle(found);
      if (value !== undefined) object[name] = value;
      else if (form.isKept) object[name] = form.absent() ?? null;
    }
    return object;
  }

  writeWire(writer: WireWriter, value: unknown): void {
    const mark = writer.length;
    this.writeFields(writer, value);
    writer.lengthSince(mark);
  }

  /** Writes the message without its length. */
  writeFields(writer: WireWriter, value: unknown): void {
    writeMessage(
      writer,
      this.#plan().message,
      typeof value === 'object' && value !== null ? (value as JsonObject) : {},
    );
  }

  /** Made at first use: most programs see few of the types. A method, which costs less than a private getter. */
  #plan(): StructPlan {
    return (this.#made ??= planStruct(this.#name, this.#source));
  }

  #readFields(object: JsonObject, state: DecodeState): JsonObject {
    const plan = this.#plan();
    const depth = state.enter();
    let last = -1;
    let kept = 0;
    let changed: Slots | undefined;
    for (const key in object) {
      const field = plan.byName.get(key);
      if (field === undefined) {
        state.unknown(key);
        changed ??= slotsBefore(key, object, plan);
        continue;
      }
      state.trail[depth] = field;
      const { form, slot } = field;
      const value = object[key] ?? null;
      const read = value === null ? form.absent() : form.readJson(value, state);
      if (changed === undefined && (read !== value || slot < last)) changed = slotsBefore(key, object, plan);
      if (changed !== undefined) changed[slot] = read;
      if (form.isKept) kept += 1;
      last = slot;
    }
    state.depth = depth - 1;
    if (changed === undefined && kept === plan.keptCount) return object;
    return this.#print(changed ?? slotsBefore(undefined, object, plan));
  }

  #print(slots: Slots): JsonObject {
    const object: JsonObject = {};
    for (const { name, slot, form } of this.#plan().fields) {
      const value = slots[slot];
      if (value !== undefined) object[name] = value;
      else if (form.isKept) object[name] = form.absent() ?? null;
    }
    return object;
  }
}

/** The fields before a key, which need no change. */
function slotsBefore(end: string | undefined, object: JsonObject, { byName }: StructPlan): Slots {
  const slots: Slots = [];
  for (const key in object) {
    if (key === end) break;
    const field = byName.get(key);
    if (field !== undefined) slots[field.slot] = object[key];
  }
  return slots;
}
