/**
 * The order in which Go prints the keys of maps: that of their UTF-8 bytes. JavaScript compares UTF-16 units, which differs where characters beyond the
 * basic plane meet those at its end.
 */

/** The keys of an object in Go's order. JavaScript keeps keys that look like array indexes before others; this does not. */
export function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  return keys.every((key, index) => index === 0 || byUtf8(keys[index - 1] ?? '', key) < 0)
    ? keys
    : keys.toSorted(byUtf8);
}

/** Compares two texts by their UTF-8 bytes. */
export function byUtf8(one: string, other: string): number {
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index++) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return rank(a) - rank(b);
  }
  return one.length - other.length;
}

/** Halves of a pair stand for characters beyond all that one unit can express. */
const rank = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x1_0000 : unit);
