/**
 * A value with what somebody applies to it: maps are joined, lists by their items, everything else is replaced. Nothing is removed. What is not touched is
 * the very value it was. Upstream: structured-merge-diff typed.TypedValue.Merge.
 */
import { getOwn, isJsonArray, isJsonObject, setOwn, withFields } from '@reeve/machinery';
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

/** What is applied as it is leaves the very map that was there. */
function mergeMaps(map: MapSchema, live: unknown, applied: unknown): unknown {
  const before = isJsonObject(live) ? live : {};
  const changes = isJsonObject(applied) ? applied : {};
  const names = Object.keys(changes);
  if (map.isAtomic || (names.length === 0 && Object.keys(before).length === 0)) return applied;
  const changed: Record<string, unknown> = {};
  let hasChanged = before !== live;
  for (const name of names) {
    const old = getOwn(before, name);
    const value = mergeValues(fieldType(map, name) ?? deduced, old, changes[name]);
    if (value === old) continue;
    setOwn(changed, name, value);
    hasChanged = true;
  }
  return hasChanged ? withFields(before, changed) : live;
}

function mergeItems(list: ListSchema, live: unknown, applied: unknown): unknown {
  const before = isJsonArray(live) ? live : [];
  const changes = isJsonArray(applied) ? applied : [];
  if (list.isAtomic || (before.length === 0 && changes.length === 0)) return applied;
  const merged = mergeLists(list, before, changes, (one, other) => mergeValues(list.items, one, other));
  const isSame = before === live && merged.length === before.length && merged.every((item, at) => item === before[at]);
  return isSame ? live : merged;
}
