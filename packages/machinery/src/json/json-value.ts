/**
 * JSON as TypeScript sees it. Integers that a number cannot hold exactly (beyond 2^53) are bigint; all else is what
 * `JSON.parse` makes of it. The readonly twins are what functions that only look take.
 * Upstream: the value domain of apimachinery's unstructured objects, where integers are int64.
 */

/** A value without parts. */
export type JsonScalar = null | boolean | number | bigint | string;

/** Any JSON value, writable. */
export type JsonValue = JsonScalar | JsonArray | JsonObject;

/** A writable JSON array. */
export type JsonArray = JsonValue[];

/** A writable JSON object. Every key is ordinary, also `__proto__` and `constructor`. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Any JSON value, for reading only. A `JsonValue` is one too. */
export type ReadonlyJson = JsonScalar | ReadonlyJsonArray | ReadonlyJsonObject;

/** A JSON array for reading only. */
export type ReadonlyJsonArray = readonly ReadonlyJson[];

/** A JSON object for reading only. */
export interface ReadonlyJsonObject {
  readonly [key: string]: ReadonlyJson;
}

/** True of an object with keys, false of arrays, null and scalars. Looks at the outermost value only. */
export function isJsonObject(value: unknown): value is ReadonlyJsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True of an array. Unlike `Array.isArray` it narrows readonly arrays too. */
export function isJsonArray(value: unknown): value is ReadonlyJsonArray {
  return Array.isArray(value);
}

/** True of null, booleans, finite numbers, bigints and strings. */
export function isJsonScalar(value: unknown): value is JsonScalar {
  if (value === null) return true;
  const type = typeof value;
  return type === 'string' || type === 'boolean' || type === 'bigint' || (type === 'number' && Number.isFinite(value));
}
