import { expect, test } from 'vitest';
import { architectureProblems } from '../check/architecture.mjs';
import { temporaryRepository } from './temporary-repository.ts';

const source = { 'packages/queue/src/keys/entry.ts': 'export {};', 'packages/queue/src/index.ts': 'export {};' };
const page = (rows: string): string =>
  `# Architecture\n\n### queue: keys\n\n| Folder | Search for |\n| --- | --- |\n${rows}`;

test('ARCHITECTURE.md with a row for each folder has no problem', () => {
  using repository = temporaryRepository({ ...source, 'ARCHITECTURE.md': page('| `keys/` | dedup |\n') });
  expect(architectureProblems(repository.root)).toEqual([]);
});

test('a folder without a row is a problem', () => {
  using repository = temporaryRepository({ ...source, 'ARCHITECTURE.md': page('') });
  expect(architectureProblems(repository.root)).toEqual([
    'ARCHITECTURE.md: the section of queue has no row for packages/queue/src/keys',
  ]);
});

test('a row without a folder is a problem', () => {
  using repository = temporaryRepository({
    ...source,
    'ARCHITECTURE.md': page('| `keys/` | dedup |\n| `gone/` | x |\n'),
  });
  expect(architectureProblems(repository.root)).toEqual([
    'ARCHITECTURE.md: packages/queue/src/gone does not exist; remove its row',
  ]);
});

test('a package with folders and without a section is a problem', () => {
  using repository = temporaryRepository({ ...source, 'ARCHITECTURE.md': '# Architecture\n' });
  expect(architectureProblems(repository.root)).toEqual(['ARCHITECTURE.md: no section "### queue" for packages/queue']);
});
