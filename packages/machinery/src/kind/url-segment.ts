/**
 * One segment of a URL path, made from a name that may come from anywhere. A name that a server or proxy could read as
 * something else is refused, all others are escaped where needed.
 * Upstream: client-go rest.Request's Name and Namespace.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { pathSegmentProblems } from '../syntax/path-segment.ts';

/** The segment for a name. `what` says what the name is, for the message: `namespace of Pod`. */
export function urlSegment(what: string, name: string): string {
  if (isPlain.test(name)) return name;
  const [problem] = [...emptyProblems(name), ...pathSegmentProblems(name), ...unicodeProblems(name)];
  if (problem === undefined) return encodeURIComponent(name).replaceAll('%3A', ':'); // RBAC names have colons, and URLs may
  throw new InvalidInputError(
    name,
    `The ${what} is "${name}", which cannot be part of a URL: it ${problem}. Use another one`,
  );
}

/** Names as nearly all are: nothing to refuse, nothing to escape. */
const isPlain = /^(?!\.\.?$)[\w.~:-]+$/;

const emptyProblems = (name: string): string[] => (name === '' ? ['may not be empty'] : []);

const unicodeProblems = (name: string): string[] =>
  /\p{Surrogate}/u.test(name) ? ['may not contain half of a Unicode character'] : [];
