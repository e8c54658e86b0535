/**
 * Where two values differ, field by field.
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from './json-walk.mjs';

/** @typedef {{ path: string, expected: unknown, actual: unknown }} Difference `undefined` stands for an absent field. */

/**
 * @param {unknown} expected
 * @param {unknown} actual
 * @param {string} [path]
 * @returns {Difference[]}
 */
export function differences(expected, actual, path = '') {
  if (isDeepStrictEqual(expected, actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) return ofLists(expected, actual, path);
  if (!isObject(expected) || !isObject(actual)) return [{ path, expected, actual }];
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].toSorted();
  return keys.flatMap((key) => differences(expected[key], actual[key], path === '' ? key : `${path}.${key}`));
}

/**
 * One line per difference.
 * @param {readonly Difference[]} found
 */
export function describe(found) {
  return found
    .map(({ path, expected, actual }) => `${path}: expected ${show(expected)}, got ${show(actual)}`)
    .join('\n');
}

/**
 * @param {readonly unknown[]} expected
 * @param {readonly unknown[]} actual
 * @param {string} path
 * @returns {Difference[]}
 */
function ofLists(expected, actual, path) {
  const length = Math.max(expected.length, actual.length);
  return Array.from({ length }, (_, index) => differences(expected[index], actual[index], `${path}[${index}]`)).flat();
}

/** @param {unknown} value */
function show(value) {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
