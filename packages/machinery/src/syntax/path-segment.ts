/**
 * Names that are safe as one segment of a URL path, the least that every object's name must be. Emptiness and length are
 * the business of other rules.
 * Upstream: apimachinery api/validation/path.
 */

/** The problems of a name as a path segment: it may not be `.` or `..`, nor contain `/` or `%`. */
export function pathSegmentProblems(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return pathSegmentPrefixProblems(name);
}

/** The problems of the beginning of a path segment, to which more will be added, as to a `generateName`. */
export const pathSegmentPrefixProblems = (prefix: string): string[] =>
  ['/', '%'].filter((forbidden) => prefix.includes(forbidden)).map((forbidden) => `may not contain '${forbidden}'`);

/** True of a name that is safe as a path segment. */
export const isPathSegment = (name: string): boolean => pathSegmentProblems(name).length === 0;
