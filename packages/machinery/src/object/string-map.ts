/**
 * The maps of text to text that labels and annotations are. Every key is ordinary, also `__proto__` and `constructor`.
 * Maps are never changed; where there is nothing to do the very same map comes back.
 */

/** A map of text to text, for reading. */
type StringMap = Readonly<Record<string, string>>;

/** The value of a key, undefined when the map does not have it. */
export const valueIn = (map: StringMap, key: string): string | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;

/** True when the map has every entry of the other one. */
export const includesAll = (map: StringMap, entries: StringMap): boolean =>
  Object.entries(entries).every(([key, value]) => valueIn(map, key) === value);

/** The map with these entries added or replaced. */
export const merged = (map: StringMap, entries: StringMap): StringMap =>
  includesAll(map, entries) ? map : { ...map, ...entries };

/** The map without these keys. */
export function without(map: StringMap, keys: readonly string[]): StringMap {
  if (!keys.some((key) => Object.hasOwn(map, key))) return map;
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}

/** The map, or undefined when it is empty, as it would travel. */
export const unlessBare = (map: StringMap): StringMap | undefined => (Object.keys(map).length === 0 ? undefined : map);
