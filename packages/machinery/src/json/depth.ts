/**
 * How deep a value may nest before functions that recurse over it refuse it, so that input from outside cannot exhaust
 * the stack. Kubernetes objects stay below a hundred levels. `parseJson`, `stringifyJson`, `deepEqual`, `deepFreeze` and
 * `stableHash` do not recurse and take any depth.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** The deepest nesting that `edit`, `semanticEqual` and the patch functions take. */
const maxDepth = 1_000;

/** Refuses a value at a depth beyond `maxDepth`; a value that contains itself is caught by this as well. */
export function checkDepth(depth: number, what: string): void {
  if (depth <= maxDepth) return;
  throw new InvalidInputError(what, `${what} nests deeper than ${maxDepth} levels or contains itself: flatten it`);
}
