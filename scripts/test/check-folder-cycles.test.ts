import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { layerProblems } from '../check/layers.mjs';
import { root } from '../setup/paths.mjs';
import { temporaryRepository } from './temporary-repository.ts';

type Cycles = Record<string, Record<string, string[][]>>;

/** One package with a file in each of two folders. */
const twoFolders = (files: { readonly a: string; readonly b: string }, folderCycles: Cycles = {}) =>
  temporaryRepository({
    'layers.json': { packages: { low: [] }, effects: {}, folderCycles },
    'packages/low/package.json': { name: '@reeve/low', dependencies: {} },
    'packages/low/src/tsconfig.json': { references: [] },
    'packages/low/src/index.ts': `export { a } from './a/a.ts';`,
    'packages/low/src/a/a.ts': files.a,
    'packages/low/src/b/b.ts': files.b,
  });

const oneWay = { a: `import { b } from '../b/b.ts';\nexport const a = b;`, b: `export const b = 1;` };
const bothWays = { ...oneWay, b: `import { a } from '../a/a.ts';\nexport const b = () => a;` };
const backByType = { ...oneWay, b: `import type { a } from '../a/a.ts';\nexport const b: typeof a = 1;` };

function problemsOf(files: typeof oneWay, folderCycles?: Cycles): string[] {
  using repository = twoFolders(files, folderCycles);
  return layerProblems(repository.root);
}

describe('folders of a package', () => {
  test('may import each other in one direction', () => {
    expect(problemsOf(oneWay)).toEqual([]);
  });

  test('that import each other are refused, with a place for each direction', () => {
    expect(problemsOf(bothWays)).toEqual([
      expect.stringMatching(
        /^packages\/low\/src: the folders a, b import each other: a → b \(packages\/low\/src\/a\/a\.ts:1\), b → a \(packages\/low\/src\/b\/b\.ts:1\): move /,
      ),
    ]);
  });

  test('that import types of each other are refused', () => {
    expect(problemsOf(backByType)).toHaveLength(1);
  });

  test('may import each other where layers.json lists the cycle', () => {
    expect(problemsOf(bothWays, { values: { low: [['a', 'b']] } })).toEqual([]);
    expect(problemsOf(backByType, { types: { low: [['a', 'b']] } })).toEqual([]);
  });

  test('may not import values of each other where layers.json lists a cycle of types', () => {
    expect(problemsOf(bothWays, { types: { low: [['a', 'b']] } })).toHaveLength(1);
  });

  test('that import each other no longer are refused in the list', () => {
    expect(problemsOf(oneWay, { values: { low: [['a', 'b']] } })).toEqual([
      'layers.json: folderCycles.values.low lists a, b, which is no whole cycle any more: shorten the list',
    ]);
  });
});

/** How many folders of each package layers.json may list as parts of cycles. Lower a number when folders are untied; never raise one. */
const most = {
  values: { apiserver: 7, schema: 2 },
  types: { apiserver: 17, cel: 3, cli: 2, queue: 4, runtime: 2, schema: 5 },
} as const;

test('the list of folder cycles in layers.json does not grow', () => {
  const { folderCycles } = JSON.parse(readFileSync(`${root}/layers.json`, 'utf8')) as { folderCycles: Cycles };
  for (const [list, packages] of Object.entries(folderCycles))
    for (const [name, cycles] of Object.entries(packages)) {
      const allowed = (most as Record<string, Record<string, number>>)[list]?.[name] ?? 0;
      expect({ list, name, count: cycles.flat().length <= allowed }).toEqual({ list, name, count: true });
    }
});
