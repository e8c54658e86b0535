/**
 * Whether two values are the same JSON. The order of keys does not matter, that of elements does. An integer is equal to
 * itself whether a number or a bigint holds it, and a property that is undefined counts as absent, as it is not printed.
 * It does not recurse, so that any depth is fine. Parts that are identical by reference are not looked into.
 */

/** True if `a` and `b` are the same JSON value. `semanticEqual` is the one for "means the same". */
export function deepEqual(a: unknown, b: unknown): boolean {
  const waiting: unknown[] = [];
  if (!compare(a, b, waiting)) return false;
  while (waiting.length > 0) {
    if (!compareParts(waiting.pop() as object, waiting.pop() as object, waiting)) return false; // compare() put objects there
  }
  return true;
}

/** True if two scalars are the same; the integer 1 is the same as a number and as a bigint. */
export function sameScalar(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'bigint') return typeof b === 'number' && Number.isInteger(b) && BigInt(b) === a;
  return typeof b === 'bigint' && typeof a === 'number' && Number.isInteger(a) && BigInt(a) === b;
}

/** Decides on scalars at once, before anything is descended into; puts two objects on the list. */
function compare(a: unknown, b: unknown, waiting: unknown[]): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return sameScalar(a, b);
  waiting.push(a, b);
  return true;
}

function compareParts(a: object, b: object, waiting: unknown[]): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && compareElements(a, b, waiting);
  return !Array.isArray(b) && compareProperties(a as Properties, b as Properties, waiting);
}

function compareElements(a: readonly unknown[], b: readonly unknown[], waiting: unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (!compare(a[at], b[at], waiting)) return false;
  return true;
}

type Properties = Readonly<Record<string, unknown>>;

/** `for … in` over plain objects is more than twice as fast as `Object.keys`. */
function compareProperties(a: Properties, b: Properties, waiting: unknown[]): boolean {
  let surplus = 0;
  for (const key in a) {
    if (a[key] === undefined) continue;
    if (!Object.hasOwn(b, key) || !compare(a[key], b[key], waiting)) return false;
    surplus++;
  }
  for (const key in b) if (b[key] !== undefined) surplus--;
  return surplus === 0;
}
