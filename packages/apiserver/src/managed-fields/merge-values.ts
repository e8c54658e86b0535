/**
 * A value with what somebody applies to it: maps are joined, lists by their items, everything else is replaced. Nothing is removed. What is not touched is
 * the very value it was. Upstream: structured-merge-diff typed.TypedValue.Merge.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';
import { mergeLists } from './merge-lists.ts';
import { deduced, fieldType, shapeOf, type ListSchema, type MapSchema, type ValueSchema } from './value-schema.ts';

/** The outcome; undefined when there is nothing on either side. */
export function mergeValues(schema: ValueSchema, live: unknown, applied: unknown): unknown {
  if (applied === undefined || live === applied) return live;
  if (live === undefined) return applied;
  switch (shapeOf(schema, applied)) {
    case 'map':
      return schema.map ? mergeMaps(schema.map, live, applied) : applied;
    case 'list':
      return schema.list ? mergeItems(schema.list, live, applied) : applied;
    case 'scalar':
      return applied;
  }
}

function mergeMaps(map: MapSchema, live: unknown, applied: unknown): unknown {
  const before = isJsonObject(live) ? live : {};
  const changes = isJsonObject(applied) ? applied : {};
  const names = Object.keys(changes);
  if (map.isAtomic || (names.length === 0 && Object.keys(before).length === 0)) return applied;
  const merged = new Map<string, unknown>(Object.entries(before));
  for (const name of names)
    merged.set(name, mergeValues(fieldType(map, name) ?? deduced, merged.get(name), changes[name]));
  return Object.fromEntries([...merged].filter(([, value]) => value !== undefined));
}

function mergeItems(list: ListSchema, live: unknown, applied: unknown): unknown {
  const before = isJsonArray(live) ? live : [];
  const changes = isJsonArray(applied) ? applied : [];
  if (list.isAtomic || (before.length === 0 && changes.length === 0)) return applied;
  return mergeLists(list, before, changes, (one, other) => mergeValues(list.items, one, other));
}
