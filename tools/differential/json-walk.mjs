/**
 * Going through JSON values.
 */

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Every object in a value, outer ones first, with keys in alphabetical order.
 * @param {unknown} value
 * @returns {Generator<Record<string, unknown>, void, void>}
 */
export function* objectsIn(value) {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item);
  if (!isObject(value)) return;
  yield value;
  for (const key of Object.keys(value).toSorted()) yield* objectsIn(value[key]);
}
