import { expect, test } from 'vitest';
import { effectProblems, testTimeProblems } from '../check/effects.mjs';
import { root } from '../setup/paths.mjs';
import { temporaryRepository } from './temporary-repository.ts';

const withSource = (source: string, effects: Record<string, string[]> = {}) =>
  temporaryRepository({
    'layers.json': { packages: { low: [] }, effects },
    'packages/low/package.json': { name: '@reeve/low' },
    'packages/low/src/edge.ts': source,
  });

const refused: Record<string, readonly string[]> = {
  time: [
    `export const t = Date.now();`,
    `export const t = new Date();`,
    `export const t = Date();`,
    `setTimeout(() => {}, 1);`,
    `setInterval(() => {}, 1);`,
    `setImmediate(() => {});`,
    `queueMicrotask(() => {});`,
    `globalThis.setTimeout(() => {}, 1);`,
    `globalThis['setTimeout'](() => {}, 1);`,
    `const { setTimeout: later } = globalThis; later(() => {}, 1);`,
    `export const s = AbortSignal.timeout(5);`,
    `export const t = process.hrtime.bigint();`,
    `process.nextTick(() => {});`,
    `export const t = performance.now();`,
    `import { setTimeout as sleep } from 'node:timers/promises'; export { sleep };`,
    `import { performance as p } from 'node:perf_hooks'; export { p };`,
    `export const t = () => import('node:timers');`,
    `const d = Date; export const t = d.now();`,
    `export const clock = { date: Date };`,
    `export const t = process.getBuiltinModule('node:timers').setTimeout;`,
  ],
  randomness: [
    `export const r = Math.random();`,
    `export const r = crypto.randomUUID();`,
    `export const r = globalThis.crypto.getRandomValues(new Uint8Array(1));`,
    `import { randomUUID } from 'node:crypto'; export { randomUUID };`,
    `import { randomBytes as chance } from 'crypto'; export { chance };`,
    `const m = Math; export const r = m.random();`,
    `export const use = (c: Crypto) => c.randomUUID(); use(crypto);`,
  ],
  'weak references': [`export const w = new WeakRef({});`, `export const f = new FinalizationRegistry(() => {});`],
  sockets: [
    `export const r = fetch('x');`,
    `import net from 'node:net'; export { net };`,
    `import 'node:https';`,
    `import { lookup } from 'dns'; export { lookup };`,
  ],
  files: [
    `import { readFileSync } from 'node:fs'; export { readFileSync };`,
    `export const f = () => import('fs/promises');`,
    `export const f = process.getBuiltinModule('node:fs');`,
    `export const f = globalThis.process.getBuiltinModule('fs');`,
  ],
  processes: [
    `import { spawn } from 'node:child_process'; export { spawn };`,
    `import { Worker } from 'node:worker_threads'; export { Worker };`,
    `process.exit(1);`,
    `const p = process; p.exit(1);`,
    `const g = globalThis; g.setTimeout(() => {}, 1);`,
    `export const load = (name: string) => process.getBuiltinModule(name);`,
  ],
};

for (const [effect, sources] of Object.entries(refused)) {
  for (const source of sources) {
    test(`refuses ${effect} outside an edge file: ${source}`, () => {
      using repository = withSource(source);
      expect(effectProblems(repository.root).join('\n')).toMatch(
        new RegExp(`^packages/low/src/edge\\.ts:1: .*\\(${effect}\\)`, 'm'),
      );
    });

    test(`allows ${effect} in the edge file listed for it: ${source}`, () => {
      using repository = withSource(source, { [effect]: ['packages/low/src/edge.ts'] });
      expect(effectProblems(repository.root)).toEqual([]);
    });
  }
}

const allowed = [
  `// Date.now() and setTimeout are spoken of here`,
  `export const text = 'Math.random() and fetch(x)';`,
  `export const epoch = new Date(0);`,
  `export const isDate = (value: unknown) => value instanceof Date;`,
  `export const half = Math.floor(0.5); export const { max } = Math;`,
  `export const listen = ({ process }: { process: boolean }) => process;`,
  `export type Take = (process: string) => Date;`,
  `export const get = (fetch: () => void) => fetch();`,
  `export const timer = (clock: { setTimeout(ms: number): void }) => clock.setTimeout(1);`,
  `import { createHash } from 'node:crypto'; export { createHash };`,
  `import type { Socket } from 'node:net'; export type { Socket };`,
  `export const known = new WeakMap<object, string>();`,
  `export type { EventSource } from './types.ts';`,
];

for (const source of allowed) {
  test(`leaves alone: ${source}`, () => {
    using repository = withSource(source);
    expect(effectProblems(repository.root)).toEqual([]);
  });
}

const inTest = (source: string, testsOnRealTime: Record<string, string> = {}) =>
  temporaryRepository({
    'layers.json': { packages: { low: [] }, effects: {}, testsOnRealTime },
    'packages/low/package.json': { name: '@reeve/low' },
    'packages/low/test/low.test.ts': source,
  });

for (const source of [
  `await new Promise((resolve) => setTimeout(resolve, 5));`,
  `import { setTimeout as sleep } from 'node:timers/promises'; await sleep(5);`,
  `const began = Date.now();`,
  `const began = performance.now();`,
  `const d = Date; const began = d.now();`,
  `const now = new Date();`,
]) {
  test(`refuses a test that reads the clock or waits for it: ${source}`, () => {
    using repository = inTest(source);
    expect(testTimeProblems(repository.root).join('\n')).toMatch(/^packages\/low\/test\/low\.test\.ts:1: /);
  });

  test(`allows a test on real time that is listed with a reason: ${source}`, () => {
    using repository = inTest(source, { 'packages/low/test/low.test.ts': 'a reason' });
    expect(testTimeProblems(repository.root)).toEqual([]);
  });
}

for (const source of [
  `setImmediate(() => {}); queueMicrotask(() => {});`,
  `import { readFileSync } from 'node:fs'; readFileSync('x');`,
  `const epoch = new Date(0);`,
  `const text = 'setTimeout and Date.now()';`,
]) {
  test(`leaves a test alone: ${source}`, () => {
    using repository = inTest(source);
    expect(testTimeProblems(repository.root)).toEqual([]);
  });
}

test('refuses a test listed for real time that does not need it, so that the list cannot rot', () => {
  using repository = inTest(`export {};`, { 'packages/low/test/low.test.ts': 'a reason' });
  expect(testTimeProblems(repository.root)).toEqual([
    'layers.json: packages/low/test/low.test.ts needs no place in testsOnRealTime',
  ]);
});

test('the tests of the repository take time from clocks of their own', () => {
  expect(testTimeProblems(root)).toEqual([]);
});

test('an edge for one effect is not an edge for another', () => {
  using repository = withSource(`export const r = Math.random();`, { time: ['packages/low/src/edge.ts'] });
  expect(effectProblems(repository.root)).toHaveLength(1);
});

test('refuses an edge file that does not exist, so that the list cannot rot', () => {
  using repository = withSource(`export const x = 1;`, { time: ['packages/low/src/gone.ts'] });
  expect(effectProblems(repository.root)).toEqual([
    'layers.json: lists the edge file packages/low/src/gone.ts, which does not exist',
  ]);
});

test('the repository itself keeps its effects at the edges', () => {
  expect(effectProblems(root)).toEqual([]);
});
