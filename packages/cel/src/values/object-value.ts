/**
 * A value of an object type: a JSON object whose properties become values when they are read, as the type declares them.
 */
import type { ObjectType } from '../types/type.ts';
import { adapterOf } from './adapter.ts';
import type { Adapter } from './list-value.ts';
import type { Value } from './value.ts';

/** An object with declared fields; never changes. */
export class ObjectValue {
  readonly type: ObjectType;
  readonly #json: Readonly<Record<string, unknown>>;
  /** True if the properties are values already, as in objects that an expression made. */
  readonly #holdsValues: boolean;

  private constructor(type: ObjectType, json: Readonly<Record<string, unknown>>, holdsValues: boolean) {
    this.type = type;
    this.#json = json;
    this.#holdsValues = holdsValues;
  }

  /** An object that reads JSON. */
  static ofJson(type: ObjectType, json: Readonly<Record<string, unknown>>): ObjectValue {
    return new ObjectValue(type, json, false);
  }

  /** An object of values by the names of fields. */
  static of(type: ObjectType, values: Readonly<Record<string, Value>>): ObjectValue {
    return new ObjectValue(type, values, true);
  }

  /** The value of a field, or undefined if it is not set. */
  get(name: string): Value | undefined {
    const field = this.type.fields.get(name);
    return field === undefined ? undefined : this.read(name, field.property ?? name, adapterOf(field.type));
  }

  /** The same for who knows where the field is and how its JSON becomes a value. */
  read(name: string, property: string, adapt: Adapter | undefined): Value | undefined {
    const key = this.#holdsValues ? name : property;
    const value = Object.hasOwn(this.#json, key) ? this.#json[key] : undefined;
    return value === undefined || adapt === undefined || this.#holdsValues ? (value as Value | undefined) : adapt(value);
  }

  /** The names of the fields that are set, in the order of the type. */
  *fields(): Generator<string, void, void> {
    for (const [name, field] of this.type.fields) {
      const key = this.#holdsValues ? name : (field.property ?? name);
      if (Object.hasOwn(this.#json, key) && this.#json[key] !== undefined) yield name;
    }
  }
}
