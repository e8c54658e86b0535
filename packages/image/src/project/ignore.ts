/**
 * Which files of a project are in its image: all but development's, and but what `.dockerignore` excludes.
 * Upstream: the patterns of Docker's `.dockerignore` (Go's filepath.Match with `**`; `!` takes back in; the last that matches counts).
 */

/** What is never in an image. Dependencies are installed anew from the lockfile. */
export const neverIncluded: readonly string[] = [
  '**/node_modules',
  '**/.git',
  '.reeve',
  '**/.env',
  '**/.env.*',
  '**/*.test.*',
  '**/*.spec.*',
  'test',
  'tests',
  'Dockerfile',
  '.dockerignore',
  '.gitignore',
  '.npmrc',
];

/** The text of a `.dockerignore` that says the same to Docker. */
export const dockerignore = `${neverIncluded.filter((pattern) => pattern !== 'Dockerfile' && pattern !== '.dockerignore').join('\n')}\n`;

interface Rule {
  readonly pattern: RegExp;
  readonly isIncluded: boolean;
}

/** Tells whether a path below the project (with slashes) is left out. Folders that are left out are not looked into. */
export function ignoredBy(text: string): (path: string) => boolean {
  const rules = [...neverIncluded, ...linesOf(text)].map(ruleOf);
  return (path) => {
    let isIgnored = false;
    for (const { pattern, isIncluded } of rules) if (pattern.test(path)) isIgnored = !isIncluded;
    return isIgnored;
  };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

function ruleOf(line: string): Rule {
  const isIncluded = line.startsWith('!');
  const pattern = (isIncluded ? line.slice(1) : line).replace(/^\.?\/+/, '').replace(/\/+$/, '');
  const written = pattern
    .split('/')
    .map((part, index, parts) =>
      part === '**' ? anyFolders(index, parts) : `${nameOf(part)}${index < parts.length - 1 ? '/' : ''}`,
    );
  return { isIncluded, pattern: new RegExp(`^${written.join('')}(?:/.*)?$`, 'u') };
}

const anyFolders = (index: number, parts: readonly string[]): string =>
  index === parts.length - 1 ? '.*' : '(?:[^/]+/)*';

const nameOf = (part: string): string =>
  part
    .replaceAll(/[.+^${}()|\\]/gu, String.raw`\$&`)
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('[!', '[^');
