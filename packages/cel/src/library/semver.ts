/**
 * Semantic versions: `semver`, `isSemver`, comparison and the parts of one. A second argument of true normalizes what people
 * write, such as `v1.0`.
 * Upstream: apiserver/pkg/cel/library SemverLib, version 1.
 */
import { types } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { compact } from '../values/numbers.ts';
import { parseSemver, Semver, semverType } from '../values/semver.ts';
import { functions, global, member, readsFirst } from './declare.ts';
import type { Library } from './library.ts';

function semverOf(text: string, normalize = false): Semver {
  const parsed = parseSemver(text, { normalize });
  if (parsed instanceof Semver) return parsed;
  throw new EvaluationError(parsed.problem);
}

const isSemver = (text: string, normalize = false): boolean => parseSemver(text, { normalize }) instanceof Semver;

type Two = (one: Semver, other: Semver) => number;

const compare: Two = (one, other) => one.compare(other);
const two = [semverType, semverType] as const;
const withFlag = [types.string, types.bool] as const;

/** Parts beyond 63 bits wrap around, as they do upstream. */
const number = (part: bigint): number | bigint => compact(BigInt.asIntN(64, part));

/** Semantic versions. */
export const semverLibrary: Library = {
  name: 'kubernetes.Semver',
  types: [semverType],
  functions: functions({
    semver: [
      global('string_to_semver', [types.string], semverType, semverOf, readsFirst()),
      global('string_bool_to_semver', withFlag, semverType, semverOf, readsFirst()),
    ],
    isSemver: [
      global('is_semver_string', [types.string], types.bool, isSemver, readsFirst()),
      global('is_semver_string_bool', withFlag, types.bool, isSemver, readsFirst()),
    ],
    isGreaterThan: member(
      'semver_is_greater_than',
      two,
      types.bool,
      (...both: Parameters<Two>) => compare(...both) > 0,
    ),
    isLessThan: member('semver_is_less_than', two, types.bool, (...both: Parameters<Two>) => compare(...both) < 0),
    compareTo: member('semver_compare_to', two, types.int, compare),
    major: member('semver_major', [semverType], types.int, ({ major }: Semver) => number(major)),
    minor: member('semver_minor', [semverType], types.int, ({ minor }: Semver) => number(minor)),
    patch: member('semver_patch', [semverType], types.int, ({ patch }: Semver) => number(patch)),
  }),
};
