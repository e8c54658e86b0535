/**
 * Which version of a group comes first: stable before beta before alpha, then the higher numbers, then all other names by
 * the alphabet: v10, v2, v1, v11beta2, v10beta3, v12alpha1, foo1, foo10.
 * Upstream: apimachinery version.CompareKubeAwareVersionStrings.
 */

/**
 * Compares versions for sorting: negative when the first is preferred, so that `sort` puts the preferred ones in front.
 * A total order: 0 only for equal text.
 */
export function compareVersionPriority(one: string, other: string): number {
  const [left, right] = [parseVersion(one), parseVersion(other)];
  if (left === undefined || right === undefined) {
    return left === right ? alphabetically(one, other) : left === undefined ? 1 : -1;
  }
  return (
    right.stability - left.stability ||
    sign(right.major - left.major) ||
    sign(right.minor - left.minor) ||
    alphabetically(one, other)
  );
}

interface ParsedVersion {
  readonly stability: number;
  readonly major: bigint;
  readonly minor: bigint;
}

function parseVersion(version: string): ParsedVersion | undefined {
  const [, major, stability, minor] = /^v([0-9]+)(?:(alpha|beta)([0-9]+))?$/.exec(version) ?? [];
  if (major === undefined) return undefined;
  return {
    stability: stability === undefined ? 2 : stability === 'beta' ? 1 : 0,
    major: BigInt(major),
    minor: BigInt(minor ?? 0),
  };
}

const sign = (difference: bigint): number => (difference === 0n ? 0 : difference < 0n ? -1 : 1);

const alphabetically = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
