/**
 * The group and version of an API, as `apiVersion` writes them: `apps/v1`, and `v1` for the core group, whose name is empty.
 * Upstream: apimachinery runtime/schema GroupVersion.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** One version of an API group. */
export interface GroupVersion {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
}

/** Reads an `apiVersion`. Nothing, or a slash alone, is the empty group version; more than one slash is an `InvalidInputError`. */
export function parseApiVersion(apiVersion: string): GroupVersion {
  const [first = '', second, ...more] = apiVersion.split('/');
  if (more.length > 0) {
    throw new InvalidInputError(
      apiVersion,
      `"${apiVersion}" is not an apiVersion: write group/version such as apps/v1, or v1 for the core group`,
    );
  }
  return second === undefined ? { group: '', version: first } : { group: first, version: second };
}

/** Writes an `apiVersion`. */
export const formatApiVersion = ({ group, version }: GroupVersion): string =>
  group === '' ? version : `${group}/${version}`;
