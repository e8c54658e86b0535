/**
 * Places in a value, and patterns of places. A pattern is a JSON Pointer in which `*` stands for any one key or index and
 * `**` for any number of them: `/metadata/labels/*` is any label, and `/**` followed by `/image` any field of that name.
 */
import { parseJsonPointer } from './json-pointer.ts';

/** The keys and indexes that lead to a value, from the root. */
export type ValuePath = readonly (string | number)[];

/** Makes the function that says whether a path fits one of the patterns. */
export function pathMatcher(patterns: readonly string[]): (path: ValuePath) => boolean {
  const parsed = patterns.map(parseJsonPointer);
  return (path) => parsed.some((pattern) => matches(pattern, 0, path, 0));
}

function matches(pattern: readonly string[], from: number, path: ValuePath, at: number): boolean {
  const token = pattern[from];
  if (token === undefined) return at === path.length;
  if (token === '**' && matches(pattern, from + 1, path, at)) return true;
  if (at === path.length) return false;
  if (token === '**') return matches(pattern, from, path, at + 1);
  return (token === '*' || token === String(path[at])) && matches(pattern, from + 1, path, at + 1);
}
