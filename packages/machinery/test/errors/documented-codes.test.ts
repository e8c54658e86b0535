import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

const sources = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name, 'src'))
  .flatMap((folder) => typescriptUnder(folder))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** The codes in the sources. Names of environment variables look alike and do not count. */
const usedCodes = new Set([...sources.matchAll(/(?<!\benv\[)'(REEVE_[A-Z0-9_]+)'/g)].map((match) => match[1] ?? ''));

/** The rows of the table: code, class, when, what to do. */
const rows = readFileSync(join(root, 'docs/errors.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `REEVE_'))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\|? *`?|`? *\|?$/g, '')));

function typescriptUnder(folder: string): string[] {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files.filter((file) => file.endsWith('.ts')).map((file) => join(folder, file));
  } catch {
    return []; // a package without sources
  }
}

describe('docs/errors.md', () => {
  const documented = rows.map(([code = '']) => code);

  test('lists every code that the sources use', () => {
    expect([...usedCodes].filter((code) => !documented.includes(code))).toEqual([]);
  });

  test('lists no code that the sources do not use', () => {
    expect(documented.filter((code) => !usedCodes.has(code))).toEqual([]);
  });

  test('lists every code once', () => {
    expect(documented.filter((code, at) => documented.indexOf(code) !== at)).toEqual([]);
  });

  test('names a class that exists, says when it is thrown and what to do', () => {
    const incomplete = rows.filter(([, name = '', when = '', advice = '']) => {
      return !new RegExp(`class ${name}\\b`).test(sources) || when.length < 10 || advice.length < 10;
    });
    expect(incomplete).toEqual([]);
  });
});
