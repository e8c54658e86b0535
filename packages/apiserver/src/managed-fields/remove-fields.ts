/**
 * A value without some of its fields and items. A map or list that loses all it has becomes null. Upstream: structured-merge-diff typed.TypedValue.RemoveItems.
 */
import { fieldPath, FieldSet, isJsonArray, isJsonObject, type PathElement } from '@reeve/machinery';
import { itemElement } from './item-element.ts';
import { deduced, fieldType, shapeOf, type ListSchema, type MapSchema, type ValueSchema } from './value-schema.ts';

export function removeFields(schema: ValueSchema, value: unknown, gone: FieldSet): unknown {
  if (gone.isEmpty) return value;
  switch (shapeOf(schema, value)) {
    case 'map':
      return schema.map && isJsonObject(value) ? withoutFields(schema.map, value, gone) : null;
    case 'list':
      return schema.list && isJsonArray(value) ? withoutItems(schema.list, value, gone) : null;
    case 'scalar':
      return value;
  }
}

function withoutFields(map: MapSchema, value: Readonly<Record<string, unknown>>, gone: FieldSet): unknown {
  if (map.isAtomic) return null;
  const left = Object.entries(value).flatMap(([name, field]) => {
    const path = fieldPath(name);
    if (gone.has(path)) return [];
    const below = gone.withPrefix(path);
    return [[name, below.isEmpty ? field : removeFields(fieldType(map, name) ?? deduced, field, below)] as const];
  });
  return left.length === 0 ? null : Object.fromEntries(left);
}

function withoutItems(list: ListSchema, items: readonly unknown[], gone: FieldSet): unknown {
  if (list.isAtomic) return null;
  const left = items.flatMap((item) => {
    const element = itemElement(list, item);
    const path: PathElement[] = typeof element === 'string' ? [] : [element];
    if (gone.has(path)) return [];
    const below = path.length === 0 ? FieldSet.empty : gone.withPrefix(path);
    return [below.isEmpty ? item : removeFields(list.items, item, below)];
  });
  return left.length === 0 ? null : left;
}
