/**
 * Patterns of paths: `*` and `?` within a name, `**` for any folders in between.
 */
import { normalize, sep } from 'node:path';

/** True of a path that stands for several. */
export const isGlob = (path: string): boolean => /[*?]/u.test(path);

/** The folder below which everything is that a pattern may match. */
export function rootOfGlob(pattern: string): string {
  const names = partsOf(pattern);
  const first = names.findIndex(isGlob);
  return names.slice(0, first).join(sep) || (pattern.startsWith(sep) ? sep : '.');
}

/** Whether a path is one of those that a pattern stands for. */
export function matchesGlob(pattern: string, path: string): boolean {
  const written = partsOf(pattern).map((part) => (part === '**' ? '(?:[^/]+/)*' : `${namePattern(part)}/`));
  return new RegExp(`^${written.join('')}$`, 'u').test(`${partsOf(path).join('/')}/`);
}

const partsOf = (path: string): string[] => normalize(path).split(sep);

const namePattern = (name: string): string =>
  name
    .replaceAll(/[.+^${}()|[\]\\]/gu, String.raw`\$&`)
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
