/**
 * Whether two parts of parsed objects are equal all the way down. It does not recurse: any depth is fine, and a compiler that inlines what calls
 * itself has little to do.
 */

type Members = Readonly<Record<string, unknown>>;

/** Pairs that are still to be compared: the second follows the first. Empty between two calls. */
const waiting: object[] = [];

/** True when both are equal. */
export function isSamePart(one: object, other: object): boolean {
  waiting.push(one, other);
  while (waiting.length > 0) {
    const [second, first] = [waiting.pop(), waiting.pop()];
    const isSame = Array.isArray(first) ? isSameArray(first, second) : isSameObject(first as Members, second);
    if (isSame) continue;
    waiting.length = 0;
    return false;
  }
  return true;
}

/** True when the elements are equal, but for those that are pairs of parts: they wait. */
function isSameArray(one: readonly unknown[], other: unknown): boolean {
  if (!Array.isArray(other) || one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) {
    if (one[at] !== other[at] && !areParts(one[at], other[at])) return false;
  }
  return true;
}

/**
 * A key that the other does not have reads as undefined, which JSON has not; but for `__proto__`, which every object seems to have. What shows no
 * keys at all may be something else than JSON, which a transform made.
 */
function isSameObject(one: Members, part: object | undefined): boolean {
  if (Array.isArray(part)) return false;
  const other = part as Members;
  let left = 0;
  for (const key in one) {
    const value = one[key];
    if (value === undefined || key === '__proto__') return false;
    if (value !== other[key] && !areParts(value, other[key])) return false;
    left += 1;
  }
  if (left === 0) return isEmptyObject(one) && isEmptyObject(other);
  for (const _key in other) left -= 1;
  return left === 0;
}

const isEmptyObject = (part: object): boolean =>
  Object.getPrototypeOf(part) === Object.prototype && Object.keys(part).length === 0;

/** False when two values that are not the same can be told apart at once; otherwise they wait for their turn. */
function areParts(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  waiting.push(one, other);
  return true;
}
