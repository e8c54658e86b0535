/**
 * What somebody meant who wrote an id that does not exist.
 */
import { numberOf } from './catalogue.mjs';

/**
 * The same letters and digits in another spelling (`wq7`), else the nearest number of the same family (`WQ-99`), else the id with the
 * fewest different characters, up to two. Undefined for text that resembles no id.
 * @param {string} wrong
 * @param {ReadonlySet<string>} ids
 * @returns {string | undefined}
 */
export function nearestId(wrong, ids) {
  const plain = plainOf(wrong);
  if (!/^[A-Z]{1,3}\d+$/.test(plain)) return undefined;
  const number = numberOf(plain);
  const distances = [...ids].map((id) => {
    const isSameFamily = familyOf(plainOf(id)) === familyOf(plain);
    return { id, edits: isSameFamily ? 0 : editsBetween(plain, plainOf(id)), steps: Math.abs(numberOf(id) - number) };
  });
  const [nearest] = distances.toSorted((a, b) => a.edits - b.edits || a.steps - b.steps);
  return nearest && nearest.edits <= 2 ? nearest.id : undefined;
}

/** @param {string} id */
function plainOf(id) {
  return id.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** @param {string} plain */
function familyOf(plain) {
  return plain.replace(/\d+$/, '');
}

/**
 * Levenshtein distance, row by row.
 * @param {string} a
 * @param {string} b
 */
function editsBetween(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, at(row, j) + 1, at(next, j - 1) + 1));
    }
    row = next;
  }
  return at(row, b.length);
}

/**
 * @param {readonly number[]} row
 * @param {number} index
 */
function at(row, index) {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
