/**
 * Copies of objects, made when the first property changes and not before.
 */
import type { JsonObject, JsonValue, ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';

/** A copy of the first properties of an object. */
export function firstOf(object: ReadonlyJsonObject, keys: readonly string[], count: number): JsonObject {
  const copy: JsonObject = {};
  for (let at = 0; at < keys.length && at < count; at++) setOwn(copy, keys[at] ?? '', object[keys[at] ?? ''] ?? null);
  return copy;
}

/** The object, or its copy if it has changed already, with defaults for the properties that it lacks. */
export function withDefaults(
  object: ReadonlyJsonObject,
  changed: JsonObject | undefined,
  defaults: readonly (readonly [name: string, value: ReadonlyJson])[],
): ReadonlyJsonObject {
  let filled = changed;
  for (const [name, value] of defaults) {
    if (Object.hasOwn(filled ?? object, name)) continue;
    filled ??= firstOf(object, Object.keys(object), Infinity);
    setOwn(filled, name, value);
  }
  return filled ?? object;
}

/** Sets a property. To JSON, `__proto__` is a key like any other. */
export function setOwn(object: JsonObject, key: string, value: ReadonlyJson): void {
  const owned = value as JsonValue; // copies are handed on for reading only
  if (key !== '__proto__') object[key] = owned;
  else Object.defineProperty(object, key, { value: owned, writable: true, enumerable: true, configurable: true });
}
