/**
 * Sets of characters, as ranges of code points in order and apart from each other.
 */

/** First and last code point of a range. */
export type CharRange = readonly [first: number, last: number];

/** A set of characters. */
export type CharSet = readonly CharRange[];

/** The greatest code point. */
export const lastCodePoint = 0x10ffff;

/** The union of ranges in any order. */
export function charSet(ranges: readonly CharRange[]): CharSet {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** All characters that are not in the set. */
export function complement(set: CharSet): CharSet {
  const gaps: CharRange[] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  return next > lastCodePoint ? gaps : [...gaps, [next, lastCodePoint]];
}

/** True if no character is in both. */
export function areDisjoint(one: CharSet, other: CharSet): boolean {
  return one.every(([first, last]) => other.every(([otherFirst, otherLast]) => last < otherFirst || first > otherLast));
}

const digit: CharSet = [[0x30, 0x39]];
const word = charSet([...digit, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]);
const space = charSet([
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20],
]);

/** The sets with a letter, as RE2 has them: ASCII only, and without the vertical tab among the spaces. */
export const namedSets: ReadonlyMap<string, CharSet> = new Map([
  ['d', digit],
  ['D', complement(digit)],
  ['w', word],
  ['W', complement(word)],
  ['s', space],
  ['S', complement(space)],
]);

/** What `.` stands for: everything but the line feed. */
export const anyButLineFeed = complement([[0x0a, 0x0a]]);
