import { expect, test } from 'vitest';
import { layerProblems } from '../check/layers.mjs';
import { root } from '../setup/paths.mjs';
import { temporaryRepository } from './temporary-repository.ts';

const layers = { packages: { low: [], middle: ['low'], high: ['middle'] }, effects: {} };
const manifest = (name: string, dependencies: Record<string, string> = {}) => ({
  name: `@reeve/${name}`,
  dependencies,
});
const references = (...names: string[]) => ({ references: names.map((name) => ({ path: `../../${name}/src` })) });

/** Three packages in order, plus what a case changes. */
const estate = (change: Record<string, unknown>) =>
  temporaryRepository({
    'layers.json': layers,
    'packages/low/package.json': manifest('low'),
    'packages/low/src/tsconfig.json': references(),
    'packages/low/src/index.ts': `export const low = 1;`,
    'packages/high/package.json': manifest('high', { '@reeve/low': '0.0.0' }),
    'packages/high/src/tsconfig.json': references('low'),
    'packages/high/src/index.ts': `export { low } from '@reeve/low';`,
    ...change,
  });

test('the repository itself keeps its layers', () => {
  expect(layerProblems(root)).toEqual([]);
});

test('an import of what the package below stands on is allowed', () => {
  using repository = estate({});
  expect(layerProblems(repository.root)).toEqual([]);
});

const refused: Record<string, { change: Record<string, unknown>; problem: RegExp }> = {
  'an import that points away from the bottom': {
    change: { 'packages/low/src/index.ts': `import '@reeve/high';` },
    problem: /packages\/low\/src\/index\.ts:1: low may not import high/,
  },
  'a type-only import that points away from the bottom': {
    change: { 'packages/low/src/index.ts': `\nimport type { x } from '@reeve/high';` },
    problem: /index\.ts:2: low may not import high/,
  },
  'a dynamic import that points away from the bottom': {
    change: { 'packages/low/src/index.ts': `export const later = () => import('@reeve/high');` },
    problem: /low may not import high/,
  },
  'a type named in place that points away from the bottom': {
    change: { 'packages/low/src/index.ts': `export type High = import('@reeve/high').High;` },
    problem: /packages\/low\/src\/index\.ts:1: low may not import high/,
  },
  'a dynamic import of a computed name': {
    change: { 'packages/low/src/index.ts': `\nexport const later = (name: string) => import(name);` },
    problem: /packages\/low\/src\/index\.ts:2: imports a computed name/,
  },
  'a dynamic import of a name that is put together': {
    change: { 'packages/low/src/index.ts': 'export const later = (part: string) => import(`@reeve/${part}`);' },
    problem: /packages\/low\/src\/index\.ts:1: imports a computed name/,
  },
  'a dynamic import in backquotes that points away from the bottom': {
    change: { 'packages/low/src/index.ts': 'export const later = () => import(`@reeve/high`);' },
    problem: /low may not import high/,
  },
  'a file listed for computed imports that has none': {
    change: { 'layers.json': { ...layers, computedImports: { 'packages/low/src/index.ts': 'a reason' } } },
    problem: /layers\.json: packages\/low\/src\/index\.ts needs no place in computedImports/,
  },
  'a re-export that points away from the bottom': {
    change: { 'packages/low/src/index.ts': `export * from '@reeve/high';` },
    problem: /low may not import high/,
  },
  'a dependency in package.json that points away from the bottom': {
    change: { 'packages/low/package.json': manifest('low', { '@reeve/high': '0.0.0' }) },
    problem: /low may not depend on high/,
  },
  'an import that package.json does not declare': {
    change: { 'packages/low/src/index.ts': `import 'left-pad';` },
    problem: /left-pad is not in the dependencies of packages\/low/,
  },
  'a dependency that nothing imports': {
    change: { 'packages/low/package.json': manifest('low', { 'left-pad': '1.0.0' }) },
    problem: /left-pad is declared but never imported/,
  },
  'a package that layers.json does not know': {
    change: { 'packages/stray/package.json': manifest('stray') },
    problem: /layers\.json does not know this package/,
  },
  'a relative import into another package': {
    change: { 'packages/high/src/back-door.ts': `import '../../low/src/index.ts';` },
    problem: /outside its own src/,
  },
  'an import of the package itself by name': {
    change: { 'packages/low/src/self.ts': `import '@reeve/low';` },
    problem: /imports its own package by name/,
  },
  'a test that enters by the back door': {
    change: { 'packages/low/test/low.test.ts': `import { low } from '../src/index.ts';` },
    problem: /a test enters by the package's front door/,
  },
  'a missing TypeScript reference': {
    change: { 'packages/high/src/tsconfig.json': references() },
    problem: /add a reference to \.\.\/\.\.\/low\/src/,
  },
  'a TypeScript reference without a dependency': {
    change: { 'packages/low/src/tsconfig.json': references('high') },
    problem: /refers to high, which package\.json does not depend on/,
  },
};

for (const [name, { change, problem }] of Object.entries(refused)) {
  test(`refuses ${name}`, () => {
    using repository = estate(change);
    expect(layerProblems(repository.root).join('\n')).toMatch(problem);
  });
}

test('a dynamic import of a computed name is allowed in a file that is listed with a reason', () => {
  using repository = estate({
    'layers.json': { ...layers, computedImports: { 'packages/low/src/index.ts': 'loads programs of users' } },
    'packages/low/src/index.ts': `export const later = (name: string) => import(name);`,
  });
  expect(layerProblems(repository.root)).toEqual([]);
});

test('a peer that is there for a package below need not be imported', () => {
  const peerDependencies = { zod: '^4.0.0' };
  using repository = estate({
    'packages/low/package.json': { ...manifest('low'), peerDependencies },
    'packages/low/src/index.ts': `export { z as low } from 'zod';`,
    'packages/high/package.json': { ...manifest('high', { '@reeve/low': '0.0.0' }), peerDependencies },
  });
  expect(layerProblems(repository.root)).toEqual([]);
});

test('a test may import packages from above', () => {
  using repository = estate({ 'packages/low/test/low.test.ts': `import { high } from '@reeve/high';` });
  expect(layerProblems(repository.root)).toEqual([]);
});
