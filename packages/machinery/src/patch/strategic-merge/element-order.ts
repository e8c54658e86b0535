/**
 * The order of a merged list. Elements named by the patch come in the patch's order; the others keep their order in the
 * live list and stand before the first named element that follows them there. Named elements that the live list does not
 * have come as early as their own order allows.
 * Upstream: apimachinery strategicpatch normalizeElementOrder; the design proposal on preserving order.
 */
import type { ReadonlyJson, ReadonlyJsonArray } from '../../json/json-value.ts';
import { firstPositions } from './list-identity.ts';
import type { Identify, Identity } from './list-identity.ts';
import type { PatchPath } from './patch-path.ts';

/** Puts `merged` in order: `leading` lists elements in the order wanted, `live` is the list before the patch. */
export function orderElements(
  merged: ReadonlyJsonArray,
  leading: ReadonlyJsonArray,
  live: ReadonlyJsonArray,
  identify: Identify,
): ReadonlyJsonArray {
  const wanted = firstPositions(leading, identify);
  const isNamed = (element: ReadonlyJson) => wanted.has(identify(element));
  const rank = (element: ReadonlyJson) => wanted.get(identify(element)) ?? 0;
  const named = merged.filter(isNamed).toSorted((left, right) => rank(left) - rank(right));
  const others = merged.filter((element) => !isNamed(element));
  return interleave(others, named, firstPositions(live, identify), identify);
}

/** Refuses a patch list that names elements which the order leaves out, or names them in another order. */
export function checkElementOrder(
  patched: ReadonlyJsonArray,
  order: ReadonlyJsonArray,
  identify: Identify,
  path: PatchPath,
): void {
  if (patched.length === 0 || order.length === 0) return;
  let found = 0;
  for (const element of order) {
    const next = patched[found];
    if (next !== undefined && identify(next) === identify(element)) found += 1;
  }
  if (found === patched.length) return;
  path.refuse(
    [patched, order],
    'the order in the patch list does not match its $setElementOrder list: list every patched item there, in the same order',
  );
}

function interleave(
  others: ReadonlyJsonArray,
  named: ReadonlyJsonArray,
  live: ReadonlyMap<Identity, number>,
  identify: Identify,
): ReadonlyJsonArray {
  const result: ReadonlyJson[] = [];
  let next = 0;
  for (const element of named) {
    const position = live.get(identify(element)) ?? -1;
    for (let other; (other = others[next]) !== undefined && isBefore(live.get(identify(other)), position); next += 1) {
      result.push(other);
    }
    result.push(element);
  }
  return [...result, ...others.slice(next)];
}

function isBefore(position: number | undefined, limit: number): boolean {
  return position !== undefined && position < limit;
}
