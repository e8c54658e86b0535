/**
 * What a new version of an object has in common with the stored one becomes the very same. An update says everything and changes little; what is the same is then
 * seen to be so at one look by all who compare, track, freeze or keep it.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';

/** Deeper than this nothing is looked for: what nests so deep is rare, and goes through as it is. */
const deepest = 64;

/** The value, with the stored parts wherever it has their like. It is changed in place, but for parts that are frozen. */
export function shareWithStored<T>(value: T, stored: unknown): T {
  return share(value, stored, deepest) as T; // alike in every part
}

function share(value: unknown, stored: unknown, levels: number): unknown {
  if (value === stored || typeof value !== 'object' || value === null || levels === 0) return value;
  if (isJsonArray(value)) return isJsonArray(stored) ? shareItems(value as unknown[], stored, levels) : value;
  return isJsonObject(stored) ? shareFields(value as Record<string, unknown>, stored, levels) : value;
}

function shareItems(items: unknown[], stored: readonly unknown[], levels: number): readonly unknown[] {
  let isSame = items.length === stored.length;
  for (let at = 0; at < items.length; at += 1) {
    const shared = share(items[at], stored[at], levels - 1);
    if (shared !== items[at] && !Object.isFrozen(items)) items[at] = shared;
    if (shared !== stored[at]) isSame = false;
  }
  return isSame ? stored : items;
}

/** Fields in another order are something else to those who print them. */
function shareFields(
  fields: Record<string, unknown>,
  stored: Readonly<Record<string, unknown>>,
  levels: number,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(stored);
  let count = 0;
  let isSame = true;
  for (const name in fields) {
    if (names[count] !== name) isSame = false;
    count += 1;
    const [part, before] = [fields[name], stored[name]];
    if (name === '__proto__') isSame = false;
    else if (part !== before && !isShared(fields, name, part, share(part, before, levels - 1), before)) isSame = false;
  }
  return isSame && count === names.length ? stored : fields;
}

/** Puts a shared part in its place; true where it is the stored one. */
function isShared(
  fields: Record<string, unknown>,
  name: string,
  part: unknown,
  shared: unknown,
  before: unknown,
): boolean {
  if (shared !== part && !Object.isFrozen(fields)) fields[name] = shared;
  return shared === before;
}
