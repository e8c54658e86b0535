/**
 * The type of a value as far as ownership is concerned: what is one field and what has fields of its own, and how the items of a list are told apart.
 * A type may allow several shapes; the value decides. Upstream: structured-merge-diff schema.Atom.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';

export type ScalarType = 'numeric' | 'string' | 'boolean' | 'untyped';

export interface ListSchema {
  /** One field as a whole. Otherwise every item has an identity: its keys, or itself where there are none. */
  readonly isAtomic: boolean;
  readonly keys: readonly string[];
  readonly items: ValueSchema;
}

export interface FieldSchema {
  readonly type: ValueSchema;
  /** What stands for the field where it is a key and left out. */
  readonly default: unknown;
}

export interface MapSchema {
  /** One field as a whole. */
  readonly isAtomic: boolean;
  readonly fields: ReadonlyMap<string, FieldSchema>;
  /** The type of fields that are not declared; undefined where there may be none. */
  readonly others: ValueSchema | undefined;
}

export interface ValueSchema {
  readonly scalar?: ScalarType | undefined;
  readonly list?: ListSchema | undefined;
  readonly map?: MapSchema | undefined;
}

export type Shape = keyof ValueSchema;

/** Anything, and each thing one field. */
export const untyped: ValueSchema = {
  scalar: 'untyped',
  list: {
    isAtomic: true,
    keys: [],
    get items() {
      return untyped;
    },
  },
  map: {
    isAtomic: true,
    fields: new Map(),
    get others() {
      return untyped;
    },
  },
};

/** Anything, with the fields of maps told apart. */
export const deduced: ValueSchema = {
  scalar: 'untyped',
  list: { isAtomic: true, keys: [], items: untyped },
  map: {
    isAtomic: false,
    fields: new Map(),
    get others() {
      return deduced;
    },
  },
};

/** How a value is looked at: by its own shape where the type allows it, otherwise by the type's first, as null is. */
export function shapeOf(schema: ValueSchema, value: unknown): Shape {
  if (isJsonArray(value)) {
    if (schema.list) return 'list';
  } else if (isJsonObject(value)) {
    if (schema.map) return 'map';
  } else if (value !== null && value !== undefined && schema.scalar) return 'scalar';
  return schema.map ? 'map' : schema.scalar ? 'scalar' : 'list';
}

/** The type of a field of a map. */
export function fieldType({ fields, others }: MapSchema, name: string): ValueSchema | undefined {
  return fields.get(name)?.type ?? others;
}
