/**
 * The order of texts in Go, which compares the bytes of UTF-8. That is the order of code points; `<` compares UTF-16 units, which differs beyond U+FFFF.
 */

/** Negative when `one` comes first, positive when `other` does, zero when they are equal. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (left !== right) return raised(left) - raised(right);
  }
  return one.length - other.length;
}

/** The keys of an object in Go's order. JavaScript keeps keys that look like array indexes before others; this does not. */
export function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  return keys.every((key, index) => index === 0 || compareText(keys[index - 1] ?? '', key) < 0)
    ? keys
    : keys.toSorted(compareText);
}

/** Puts surrogates, which stand for the code points beyond U+FFFF, above all other units. */
const raised = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
