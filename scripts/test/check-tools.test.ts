import { expect, test } from 'vitest';
import { buildProblems, deadCodeProblems, formatProblems, lintProblems } from '../check/tools.mjs';
import { temporaryRepository } from './temporary-repository.ts';

const tsconfig = {
  compilerOptions: { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [] },
  include: ['*.ts'],
};

test('format: refuses code that is not formatted, accepts code that is', async () => {
  using bad = temporaryRepository({ 'a.ts': `export const a   = "double"` });
  using good = temporaryRepository({ 'a.ts': `export const a = 'single';\n` });
  expect((await formatProblems(bad.root)).join()).toMatch(/a\.ts/);
  expect(await formatProblems(good.root)).toEqual([]);
});

const floating = `async function work(): Promise<void> {}\n\nexport function forget(): void {\n  work();\n}\n`;

test('lint: refuses a floating promise, accepts one that is awaited', async () => {
  using bad = temporaryRepository({ 'tsconfig.json': tsconfig, 'a.ts': floating });
  using good = temporaryRepository({
    'tsconfig.json': tsconfig,
    'a.ts': floating
      .replace('function forget(): void', 'async function keep(): Promise<void>')
      .replace('  work', '  await work'),
  });
  expect((await lintProblems(bad.root)).join()).toMatch(/no-floating-promises/);
  expect(await lintProblems(good.root)).toEqual([]);
});

for (const [rule, source] of Object.entries({
  'no-explicit-any': `export const a: any = 1;\n`,
  'no-non-null-assertion': `export const first = (list: string[]): string => list[0]!;\n`,
  'no-focused-tests': `import { test } from 'vitest';\n\ntest.only('x', () => {});\n`,
})) {
  test(`lint: refuses ${rule}`, async () => {
    using repository = temporaryRepository({ 'tsconfig.json': tsconfig, 'a.test.ts': source });
    expect((await lintProblems(repository.root)).join()).toContain(rule);
  });
}

test('build: refuses a type error, accepts code without', async () => {
  using bad = temporaryRepository({ 'tsconfig.json': tsconfig, 'a.ts': `export const a: string = 1;\n` });
  using good = temporaryRepository({ 'tsconfig.json': tsconfig, 'a.ts': `export const a: string = '1';\n` });
  expect((await buildProblems(bad.root)).join()).toMatch(/a\.ts\(1,14\): error TS2322/);
  expect(await buildProblems(good.root)).toEqual([]);
});

test('dead code: refuses an export that nobody uses, and a file that nobody imports', async () => {
  const manifest = { name: 'x', type: 'module', exports: './index.ts' };
  using bad = temporaryRepository({
    'package.json': manifest,
    'index.ts': `export { used } from './part.ts';\n`,
    'part.ts': `export const used = 1;\nexport const unused = 2;\n`,
    'stray.ts': `export const stray = 1;\n`,
  });
  using good = temporaryRepository({
    'package.json': manifest,
    'index.ts': `export { used } from './part.ts';\n`,
    'part.ts': `export const used = 1;\n`,
  });
  const found = (await deadCodeProblems(bad.root)).join();
  expect(found).toMatch(/unused/);
  expect(found).toMatch(/stray\.ts/);
  expect(await deadCodeProblems(good.root)).toEqual([]);
});
