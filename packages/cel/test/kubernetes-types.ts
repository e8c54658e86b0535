/** Types of a schema with the sizes that Kubernetes derives from it, and values as texts; as far as the tests need them. */
import type { ListMerge, ObjectField, Type, Value } from '@reeve/cel';
import {
  Double,
  Duration,
  escapePropertyName,
  ListValue,
  listType,
  MapValue,
  mapType,
  objectType,
  Optional,
  stringType,
  Timestamp,
  types,
  TypeValue,
  Uint,
} from '@reeve/cel';

/** The part of a schema that the tests use. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
}

/** A type, and the least number of bytes that a value of it takes in JSON. */
interface Sized {
  readonly type: Type;
  readonly least: number;
}

const mostBytes = 3 * 1024 * 1024;

/** The type of a schema. */
export function typeOfSchema(schema: Schema, name: string): Type {
  return sizedType(schema, name).type;
}

function sizedType(schema: Schema, name: string): Sized {
  if (schema['x-kubernetes-int-or-string'] === true) return { type: { kind: 'dyn', maxSize: mostBytes - 2 }, least: 1 };
  switch (schema.type) {
    case 'integer':
      return { type: types.int, least: 1 };
    case 'number':
      return { type: types.double, least: 1 };
    case 'boolean':
      return { type: types.bool, least: 4 };
    case 'string':
      return sizedString(schema);
    case 'array': {
      const items = sizedType(schema.items ?? {}, `${name}.@idx`);
      const maxSize = schema.maxItems ?? Math.floor((mostBytes - 2) / (items.least + 1));
      return { type: listType(items.type, { maxSize, ...mergeOf(schema) }), least: 2 };
    }
    default:
      return schema.additionalProperties === undefined
        ? sizedObject(schema, name)
        : sizedMap(schema, schema.additionalProperties, name);
  }
}

function sizedString({ format, maxLength, enum: values }: Schema): Sized {
  if (format === 'date-time') return { type: { kind: 'timestamp', maxSize: 32 }, least: 21 };
  if (format === 'date') return { type: { kind: 'timestamp', maxSize: 12 }, least: 12 };
  if (format === 'duration') return { type: { kind: 'duration', maxSize: 32 }, least: 3 };
  if (format === 'byte') return { type: { kind: 'bytes', maxSize: maxLength ?? mostBytes - 2 }, least: 2 };
  const longest = values === undefined ? mostBytes - 2 : Math.max(...values.map(({ length }) => length));
  return { type: stringType(maxLength === undefined ? longest : maxLength * 4), least: 2 };
}

function mergeOf(schema: Schema): { readonly merge?: ListMerge } {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return { merge: { type: 'set' } };
    case 'map':
      return { merge: { type: 'map', keys } };
    default:
      return {};
  }
}

function sizedMap({ maxProperties }: Schema, values: Schema, name: string): Sized {
  const { type, least } = sizedType(values, `${name}.@elem`);
  const maxSize = maxProperties ?? Math.floor((mostBytes - 2) / (least + 6));
  return { type: mapType(stringType(0), type, { maxSize }), least: 2 };
}

function sizedObject({ properties = {}, required = [] }: Schema, name: string): Sized {
  const fields = new Map<string, ObjectField>();
  let least = 2;
  for (const [property, schema] of Object.entries(properties)) {
    const field = escapePropertyName(property) ?? property;
    const sized = sizedType(schema, `${name}.${field}`);
    fields.set(field, { type: sized.type, property });
    if (field === `__${property}__`) fields.set(property, { type: sized.type, property }); // words are names of fields too
    if (required.includes(property)) least += property.length + sized.least + 4;
  }
  return { type: objectType(name, fields), least };
}

/** A value as text, by which it can be told from other ones; of maps only the size. */
export function printed(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Double) return `d${bitsOf(value.value)}`;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('hex')}`;
  if (value instanceof Duration) return `duration ${value.nanos}`;
  if (value instanceof Timestamp) return `timestamp ${value.seconds}.${value.nanos}`;
  if (value instanceof Optional) return value.value === undefined ? 'none' : `some ${printed(value.value)}`;
  if (value instanceof ListValue) return `[${[...value].map((element) => `${printed(element)},`).join('')}]`;
  if (value instanceof MapValue) return `map of ${value.size}`;
  if (value instanceof TypeValue) return `type ${value.name}`;
  return `opaque ${value.type.name}`;
}

function bitsOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16);
}
