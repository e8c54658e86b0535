/**
 * Objects as JSON with keys in order, as kubectl prints them.
 */
import { isJsonArray, isJsonObject, type JsonValue, sortedKeys, stringifyJson } from '@reeve/machinery';

/** JSON with four spaces, keys in order, and characters of HTML escaped. */
export function jsonText(value: unknown): string {
  const text = stringifyJson(sorted(value as JsonValue), { indent: 4 });
  return text.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The object without what nobody wants to read. */
export function withoutManagers<T>(object: T): T {
  if (!isJsonObject(object) || !isJsonObject(object['metadata'])) return object;
  const { managedFields: _hidden, ...metadata } = object['metadata'];
  return { ...object, metadata };
}

/** Keys in the order of their bytes, all the way down. */
function sorted(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map((item) => sorted(item));
  if (!isJsonObject(value)) return value;
  const keys = sortedKeys(value);
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] as JsonValue)]));
}
