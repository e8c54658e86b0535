/**
 * Symbols for resource versions that keep their order. The versions of objects are numbered; everything else is placed between them.
 */
import { isObject, objectsIn } from './json-walk.mjs';

/** Sentences with the version asked for, and the one that the server has just reached, which others drive on. */
const reached = /(?<=Too large resource version: \d+, current: |too old resource version: \d+ \()\d+/g;

/** Sentences with the version asked for, or that of an object. */
const named =
  /(?<=ResourceVersion in precondition: |ResourceVersion in object meta: |ResourceVersion in the precondition \(|ResourceVersion in record \()\d+/g;

/**
 * @param {unknown} answers
 */
export function versionSymbols(answers) {
  const known = [...new Set(objectVersions(answers))].toSorted((a, b) => (a < b ? -1 : 1));
  const place = (/** @type {bigint} */ version) => known.filter((other) => other <= version).length;
  return {
    /**
     * @param {string} version
     * @param {boolean} isObjects
     */
    symbolFor(version, isObjects) {
      if (!/^\d+$/.test(version)) return version;
      return `$rv${place(BigInt(version))}${isObjects ? '' : '+'}`;
    },
    /** @param {string} text */
    inText(text) {
      const symbolOf = (/** @type {string} */ version) =>
        known.includes(BigInt(version)) ? `$rv${place(BigInt(version))}` : version;
      return text.replaceAll(reached, '$rv').replaceAll(named, symbolOf);
    },
  };
}

/**
 * @param {unknown} answers
 * @returns {Generator<bigint, void, void>}
 */
function* objectVersions(answers) {
  for (const { metadata } of objectsIn(answers)) {
    if (!isObject(metadata) || metadata['uid'] === undefined) continue;
    const version = metadata['resourceVersion'];
    if (typeof version === 'string' && /^\d+$/.test(version)) yield BigInt(version);
  }
}
