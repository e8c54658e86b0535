import { expect, test } from 'vitest';
import { matchesGlob, memoryReader, pathProblem, Tree } from '@reeve/scaffold';

test.each([
  ['src/a.ts', undefined],
  ['.github/workflows/ci.yaml', undefined],
  ['', 'is empty'],
  ['/etc/passwd', 'is absolute: name it from the folder of the project'],
  ['C:/x', 'is absolute: name it from the folder of the project'],
  ['a/../../b', 'leaves the project'],
  ['a\\..\\b', 'has a backslash: write it with slashes'],
  ['.git/hooks/pre-commit', 'lies in .git'],
  ['.GIT/config', 'lies in .git'],
  ['node_modules/reeve/package.json', 'lies in node_modules'],
  ['a//b', 'has an empty part'],
  ['a\0b', 'has control characters'],
])('the path %j: %s', (path, problem) => {
  expect(pathProblem(path)).toBe(problem);
});

test.each([
  ['src/shop.ts', 'src/*.ts', true],
  ['src/deep/shop.ts', 'src/*.ts', false],
  ['src/deep/shop.ts', 'src/**/*.ts', true],
  ['src/shop.ts', 'src/**/*.ts', true],
  ['src/shopXts', 'src/*.ts', false],
  ['watches.yaml', 'watches.yaml', true],
])('%s fits %s: %s', (path, pattern, fits) => {
  expect(matchesGlob(path, pattern)).toBe(fits);
});

test('a writer sees what those before it wrote, beside what is on disk', async () => {
  const tree = new Tree(memoryReader({ 'a.txt': 'disk', 'src/b.txt': 'b' }));
  tree.as('first').write('src/c.txt', 'c');
  const second = tree.as('second');
  expect(await second.read('src/c.txt')).toBe('c');
  expect(await second.list('src')).toEqual([
    { name: 'b.txt', isFolder: false },
    { name: 'c.txt', isFolder: false },
  ]);
  expect(await second.list('')).toEqual([
    { name: 'a.txt', isFolder: false },
    { name: 'src', isFolder: true },
  ]);
  second.remove('a.txt');
  expect(await tree.as('third').exists('a.txt')).toBe(false);
});

test('two writers of different texts for one path are an error, unless the second has read it', async () => {
  const tree = new Tree(memoryReader({}));
  tree.as('first').write('a.txt', 'one');
  expect(() => tree.as('second').write('a.txt', 'two')).toThrow(
    'the plugin second writes another text to a.txt than first, and has not read the file',
  );
  tree.as('same').write('a.txt', 'one');
  const reader = tree.as('reader');
  await reader.read('a.txt');
  reader.write('a.txt', 'two');
  expect(tree.writes).toMatchObject([{ path: 'a.txt', text: 'two', by: ['first', 'same', 'reader'] }]);
});

test('source code is written whole, and never edited', () => {
  expect(() => new Tree(memoryReader({})).as('one').edit('src/a.ts', '')).toThrow(
    'source code is written whole or left alone',
  );
});
