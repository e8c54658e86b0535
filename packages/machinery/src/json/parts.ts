/**
 * Arrays and plain objects seen alike: values with parts under keys. Everything else (scalars, dates, class instances)
 * is whole and is handed around as it is.
 */

/** An array or a plain object. */
export type Parts = Record<PropertyKey, unknown>;

/** True of arrays and plain objects, from any realm. */
export function hasParts(value: unknown): value is Parts {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A copy of the outermost level, never frozen. */
export function copyParts(parts: Parts): Parts {
  return Array.isArray(parts) ? (parts.slice() as unknown as Parts) : { ...parts };
}

/** Sets a part as an own property, also one that is called `__proto__`. */
export function setPart(parts: Parts, key: PropertyKey, value: unknown): void {
  if (key !== '__proto__') parts[key] = value;
  else Object.defineProperty(parts, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The part under a key, if `value` has parts and this one is its own. */
export function partOf(value: unknown, key: PropertyKey): unknown {
  return hasParts(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** True if both have the very same parts under the same keys, in whatever order. */
export function sameParts(a: Parts, b: Parts): boolean {
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (Array.isArray(a) && a['length'] !== b['length']) return false;
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
}
