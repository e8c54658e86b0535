/**
 * A value of an object type: a JSON object whose properties become values when they are read, as the type declares them.
 */
import type { ObjectType } from '../types/type.ts';
import { comparesAsJson } from './json-equality.ts';
import type { Adapter } from './list-value.ts';
import { MapValue } from './map-value.ts';
import type { Value } from './value.ts';

/** Finds what makes a value of a JSON property; undefined if the JSON is one already. */
export type PropertyAdapter = (property: string) => Adapter | undefined;

/**
 * An object with declared fields; never changes. To what is typed dyn it is a map of them, as in Kubernetes.
 */
export class ObjectValue extends MapValue {
  readonly type: ObjectType;
  readonly #json: Readonly<Record<string, unknown>>;
  /** Undefined if the properties are values already, by the names of fields, as in objects that an expression made. */
  readonly #adapterOf: PropertyAdapter | undefined;

  private constructor(type: ObjectType, json: Readonly<Record<string, unknown>>, adapterOf?: PropertyAdapter) {
    super();
    this.type = type;
    this.#json = json;
    this.#adapterOf = adapterOf;
  }

  /** An object that reads JSON. */
  static ofTypedJson(
    type: ObjectType,
    json: Readonly<Record<string, unknown>>,
    adapterOf: PropertyAdapter,
  ): ObjectValue {
    return new ObjectValue(type, json, adapterOf);
  }

  /** An object of values by the names of fields. */
  static ofFields(type: ObjectType, values: Readonly<Record<string, Value>>): ObjectValue {
    return new ObjectValue(type, values);
  }

  /** The value of a field, or undefined if it is not set. */
  override get(name: Value): Value | undefined {
    const field = typeof name === 'string' ? this.type.fields.get(name) : undefined;
    if (field === undefined || typeof name !== 'string') return undefined;
    const property = field.property ?? name;
    return this.read(name, property, this.#adapterOf?.(property));
  }

  /** The same for who knows where the field is and how its JSON becomes a value. */
  read(name: string, property: string, adapt: Adapter | undefined): Value | undefined {
    const isWritten = this.#adapterOf === undefined;
    const key = isWritten ? name : property;
    const value = Object.hasOwn(this.#json, key) ? this.#json[key] : undefined;
    if (value === null) return undefined; // a field set to null is as good as absent, unlike a null in a list or map
    return value === undefined || adapt === undefined || isWritten ? (value as Value | undefined) : adapt(value);
  }

  /** True for objects that an expression made, whose type can be told; others just look like maps. */
  get isWritten(): boolean {
    return this.#adapterOf === undefined;
  }

  /** The JSON of two objects of one type, if its equality is theirs. */
  override jsonBeside(other: MapValue): readonly [one: unknown, other: unknown] | undefined {
    if (!(other instanceof ObjectValue) || this.type !== other.type || this.isWritten || other.isWritten)
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
      if (json !== undefined) yield [property, this.#adapt(property, json)];
    }
  }

  /** The value of a property, whether it is declared or not. */
  property(name: string): Value | undefined {
    const json = Object.hasOwn(this.#json, name) ? this.#json[name] : undefined;
    return json === undefined ? undefined : this.#adapt(name, json);
  }

  #adapt(property: string, json: unknown): Value {
    const adapt = this.#adapterOf?.(property);
    return adapt === undefined ? (json as Value) : adapt(json);
  }
}
