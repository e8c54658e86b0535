/**
 * A value of an object type: a JSON object whose properties become values when they are read, as the type declares them.
 */
import type { ObjectType } from '../types/type.ts';
import { adaptAny, adapterOf } from './adapter.ts';
import { comparesAsJson } from './json-equality.ts';
import type { Adapter } from './list-value.ts';
import { MapValue } from './map-value.ts';
import type { Value } from './value.ts';

/**
 * An object with declared fields; never changes. To what is typed dyn it is a map of them, as in Kubernetes.
 */
export class ObjectValue extends MapValue {
  readonly type: ObjectType;
  readonly #json: Readonly<Record<string, unknown>>;
  /** True if the properties are values already, as in objects that an expression made. */
  readonly #holdsValues: boolean;

  private constructor(type: ObjectType, json: Readonly<Record<string, unknown>>, holdsValues: boolean) {
    super();
    this.type = type;
    this.#json = json;
    this.#holdsValues = holdsValues;
  }

  /** An object that reads JSON. */
  static ofTypedJson(type: ObjectType, json: Readonly<Record<string, unknown>>): ObjectValue {
    return new ObjectValue(type, json, false);
  }

  /** An object of values by the names of fields. */
  static ofFields(type: ObjectType, values: Readonly<Record<string, Value>>): ObjectValue {
    return new ObjectValue(type, values, true);
  }

  /** The value of a field, or undefined if it is not set. */
  override get(name: Value): Value | undefined {
    const field = typeof name === 'string' ? this.type.fields.get(name) : undefined;
    return field === undefined || typeof name !== 'string'
      ? undefined
      : this.read(name, field.property ?? name, adapterOf(field.type));
  }

  /** The same for who knows where the field is and how its JSON becomes a value. */
  read(name: string, property: string, adapt: Adapter | undefined): Value | undefined {
    const key = this.#holdsValues ? name : property;
    const value = Object.hasOwn(this.#json, key) ? this.#json[key] : undefined;
    if (value === null) return undefined; // a field set to null is as good as absent, unlike a null in a list or map
    return value === undefined || adapt === undefined || this.#holdsValues
      ? (value as Value | undefined)
      : adapt(value);
  }

  /** True for objects that an expression made, whose type can be told; others just look like maps. */
  get isWritten(): boolean {
    return this.#holdsValues;
  }

  /** The JSON of two objects of one type, if its equality is theirs. */
  override jsonBeside(other: MapValue): readonly [one: unknown, other: unknown] | undefined {
    if (!(other instanceof ObjectValue) || this.type !== other.type || this.#holdsValues || other.#holdsValues)
      return undefined;
    return comparesAsJson(this.type) ? [this.#json, other.#json] : undefined;
  }

  /** The names of the fields that are set. */
  override *keys(): Generator<Value, void, void> {
    for (const name of this.type.fields.keys()) if (this.get(name) !== undefined) yield name;
  }

  /** The number of properties, whether they are declared or not. */
  override get size(): number {
    return Object.keys(this.#json).length;
  }

  /** The properties, whether they are declared or not, with the values that they have as fields or without a declaration. */
  *properties(): Generator<[property: string, value: Value], void, void> {
    for (const [property, json] of Object.entries(this.#json)) {
      if (json !== undefined) yield [property, this.#holdsValues ? (json as Value) : this.#adapterOf(property)(json)];
    }
  }

  /** The value of a property, whether it is declared or not. */
  property(name: string): Value | undefined {
    const json = Object.hasOwn(this.#json, name) ? this.#json[name] : undefined;
    return json === undefined || this.#holdsValues ? (json as Value | undefined) : this.#adapterOf(name)(json);
  }

  #adapterOf(property: string): Adapter {
    let adapters = adaptersByProperty.get(this.type);
    if (adapters === undefined) {
      const fields = [...this.type.fields];
      adapters = new Map(fields.map(([name, field]) => [field.property ?? name, adapterOf(field.type) ?? adaptAny]));
      adaptersByProperty.set(this.type, adapters);
    }
    return adapters.get(property) ?? adaptAny;
  }
}

/** What makes values of the properties that a type declares. */
const adaptersByProperty = new WeakMap<ObjectType, ReadonlyMap<string, Adapter>>();
