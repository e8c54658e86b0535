/**
 * Comparing scalars by what they mean, in places where that is known.
 */
import type { JsonScalar } from '../json/json-value.ts';
import { pathMatcher } from '../json/value-path.ts';
import type { ValuePath } from '../json/value-path.ts';

/** True if two scalars mean the same. Asked only about scalars that differ. */
export type ScalarComparer = (a: JsonScalar, b: JsonScalar) => boolean;

/** The same, knowing where they are. */
export type PlacedScalarComparer = (a: JsonScalar, b: JsonScalar, path: ValuePath) => boolean;

/**
 * Makes the `sameScalar` option of `semanticEqual` from comparers by place: patterns such as `/spec/storage`, where `*`
 * is any one key or index and `**` any number of them. Elsewhere scalars that differ stay different.
 */
export function scalarsAt(comparers: Readonly<Record<string, ScalarComparer>>): PlacedScalarComparer {
  const rules = Object.entries(comparers).map(([pattern, same]) => ({ fits: pathMatcher([pattern]), same }));
  return (a, b, path) => rules.some(({ fits, same }) => fits(path) && same(a, b));
}
