/**
 * Resource versions: where in the history of its resource an object stands. Since Kubernetes 1.35 those of one resource may
 * be compared; a version that is no positive decimal number stays opaque and only equality tells anything about it.
 * Upstream: apimachinery util/resourceversion.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';

declare const brand: unique symbol;

/** A resource version that may be compared with others of the same resource. Otherwise opaque: do not count with it. */
export type ResourceVersion = string & { readonly [brand]: 'ResourceVersion' };

/** The result of a comparison: older, the same, newer. */
export type VersionOrder = -1 | 0 | 1;

/** True of decimal digits without a leading zero. `0` and empty are words of requests, and no object carries them. */
export const isComparableResourceVersion = (version: string | undefined): version is ResourceVersion =>
  version !== undefined && isNumber(version);

/**
 * Compares versions of the same resource: -1 when the first is older, 1 when it is newer.
 * A version that cannot be compared is an `InvalidInputError`.
 */
export function compareResourceVersions(one: string, other: string): VersionOrder {
  return order(comparable(one), comparable(other));
}

/** Compares versions like `compareResourceVersions`, but answers undefined where one of them cannot be compared. */
export function tryCompareResourceVersions(
  one: string | undefined,
  other: string | undefined,
): VersionOrder | undefined {
  if (!isComparableResourceVersion(one) || !isComparableResourceVersion(other)) return undefined;
  return order(one, other);
}

/** Every event of a watch passes here, twice; an expression costs more. */
function isNumber(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const digit = word.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return false;
  }
  return word !== '' && word.charCodeAt(0) !== 48;
}

function comparable(version: string): ResourceVersion {
  if (isComparableResourceVersion(version)) return version;
  throw new InvalidInputError(
    version,
    `Resource version "${version}" cannot be compared: only decimal numbers above 0, without a leading zero, have an order`,
  );
}

/** Numbers without leading zeros: the longer is the larger, and text orders those of one length. */
function order(one: ResourceVersion, other: ResourceVersion): VersionOrder {
  if (one === other) return 0;
  if (one.length !== other.length) return one.length < other.length ? -1 : 1;
  return one < other ? -1 : 1;
}
