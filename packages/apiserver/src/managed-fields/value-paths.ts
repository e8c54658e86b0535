/**
 * The paths of a value: all of them, as they come and go with it; or those that somebody who sends it comes to own.
 * Upstream: structured-merge-diff typed Compare with nothing on one side, and ToFieldSet.
 */
import { fieldElement, FieldSet, isJsonArray, isJsonObject, type FieldSetEntry } from '@reeve/machinery';
import { ElementMap } from './element-map.ts';
import { itemElements } from './item-element.ts';
import { deduced, fieldType, shapeOf, type ListSchema, type MapSchema, type ValueSchema } from './value-schema.ts';

/** Every path below a value. The value itself is the caller's to add. */
export function allPaths(schema: ValueSchema, value: unknown): FieldSet {
  const shape = shapeOf(schema, value);
  if (shape === 'map' && schema.map && !schema.map.isAtomic && isJsonObject(value))
    return fieldPaths(schema.map, value);
  if (shape === 'list' && schema.list && !schema.list.isAtomic && isJsonArray(value))
    return itemPaths(schema.list, value, allPaths);
  return FieldSet.empty;
}

/** What an applier owns below a value: the fields that end there, and each item of a list and of an open map with its own path. */
export function ownedPaths(schema: ValueSchema, value: unknown): FieldSet {
  return owned(schema, value).below;
}

interface Owned {
  readonly isMember: boolean;
  readonly below: FieldSet;
}

const leaf: Owned = { isMember: true, below: FieldSet.empty };
const nothing: Owned = { isMember: false, below: FieldSet.empty };

function owned(schema: ValueSchema, value: unknown): Owned {
  const shape = shapeOf(schema, value);
  if (shape === 'scalar') return leaf;
  if (shape === 'list') return schema.list ? ownedItems(schema.list, value) : nothing;
  return schema.map ? ownedFields(schema.map, value) : nothing;
}

function ownedItems(list: ListSchema, value: unknown): Owned {
  if (list.isAtomic) return leaf;
  return isJsonArray(value) ? { isMember: false, below: itemPaths(list, value, ownedPaths) } : nothing;
}

function ownedFields(map: MapSchema, value: unknown): Owned {
  if (map.isAtomic) return leaf;
  if (!isJsonObject(value)) return nothing;
  const entries: FieldSetEntry[] = [];
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    const { isMember, below } = owned(fieldType(map, name) ?? deduced, field);
    const isSelf = isMember || isBare(field) || !map.fields.has(name);
    entries.push({ element: fieldElement(name), isMember: isSelf, below });
  }
  return { isMember: false, below: FieldSet.fromEntries(entries) };
}

/** Null and empty maps have nothing below that could be owned instead. */
function isBare(value: unknown): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

function fieldPaths(map: MapSchema, value: Readonly<Record<string, unknown>>): FieldSet {
  const entries: FieldSetEntry[] = [];
  for (const name in value) {
    const field = value[name];
    if (field === undefined) continue;
    const below = allPaths(fieldType(map, name) ?? deduced, field);
    entries.push({ element: fieldElement(name), isMember: true, below });
  }
  return FieldSet.fromEntries(entries);
}

/** Items that are there twice are one path without anything below. */
function itemPaths(
  list: ListSchema,
  items: readonly unknown[],
  pathsOf: (schema: ValueSchema, value: unknown) => FieldSet,
): FieldSet {
  const elements = itemElements(list, items);
  const seen = new ElementMap<number>();
  for (const element of elements) seen.set(element, (seen.get(element) ?? 0) + 1);
  return FieldSet.fromEntries(
    elements.map((element, index) => ({
      element,
      isMember: true,
      below: seen.get(element) === 1 ? pathsOf(list.items, items[index]) : FieldSet.empty,
    })),
  );
}
