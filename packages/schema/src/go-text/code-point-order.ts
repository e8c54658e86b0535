/**
 * The order of strings in Go, which compares the bytes of UTF-8: that is the order of code points, and not that of
 * JavaScript, which compares halves of pairs.
 */

/** Compares two strings by code points, for sorting. */
export function byCodePoint(one: string, other: string): number {
  for (let at = 0; at < one.length && at < other.length; at++) {
    if (one[at] !== other[at]) return (one.codePointAt(at) ?? 0) - (other.codePointAt(at) ?? 0);
  }
  return one.length - other.length;
}
