/**
 * `.ci/run` on a small project folder: what it counts, what it says was skipped, and how it ends.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { countTests } from '../ci/count-tests.mjs';
import { run } from './parity-project.ts';

const script = fileURLToPath(new URL('../ci.mjs', import.meta.url));

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly suite?: 'unit' | 'real';
  readonly maySkip?: boolean;
}

/** A step that is a line of JavaScript. */
const step = (name: string, code: string, more: Partial<Step> = {}): Step => ({
  name,
  command: [process.execPath, '-e', code],
  ...more,
});

/** A step that leaves the results of a test run, as vitest writes them. */
const suite = (which: 'unit' | 'real', results: object, exitCode = 0): Step => {
  const text = JSON.stringify(JSON.stringify(results));
  const folder = '.reeve/results';
  const code = `const fs = require('node:fs'); fs.mkdirSync('${folder}', { recursive: true }); fs.writeFileSync('${folder}/${which}.json', ${text}); process.exit(${exitCode})`;
  return step(`the ${which} tests`, code, { suite: which });
};

const results = (passed: number, failed = 0, skipped = 0): object => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: skipped,
  numFailedTestSuites: 0,
  success: failed === 0,
});

/** Runs CI with these steps, and gives its exit code and what it printed after the last step. */
async function ci(steps: readonly Step[]): Promise<{ code: number; output: string; closing: string[] }> {
  const root = mkdtempSync(join(tmpdir(), 'reeve-ci-'));
  try {
    const file = join(root, 'scripts/ci/steps.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(steps));
    const { code, stdout } = await run(script, ['--root', root], root);
    return { code, output: stdout, closing: stdout.trimEnd().split('\n\n').at(-1)?.split('\n') ?? [] };
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe.concurrent('CI', () => {
  test('CI counts the tests of a suite and each other step as one, and says so in the last line', async () => {
    expect(await ci([suite('unit', results(40)), step('check', '')])).toMatchObject({
      code: 0,
      closing: ['41 passed, 0 failed'],
    });
  });

  test('CI names skipped tests and skipped steps before the last line, and counts neither as passed', async () => {
    const reason = 'console.log("examples: ok"); console.log("Go is not installed"); process.exit(77)';
    const { code, closing } = await ci([
      suite('unit', results(40, 0, 2)),
      step('examples on a real cluster', reason, { maySkip: true }),
      suite('real', results(3, 0, 31)),
    ]);
    expect({ code, closing }).toEqual({
      code: 0,
      closing: ['skipped: 33 tests, 1 step (examples on a real cluster: Go is not installed)', '43 passed, 0 failed'],
    });
  });

  test('CI counts a step as failed that says it was skipped although it may not be', async () => {
    expect(await ci([step('check', 'process.exit(77)')])).toMatchObject({ code: 1, closing: ['0 passed, 1 failed'] });
  });

  test('CI counts a step that may be skipped and did run as passed, and shows what it printed', async () => {
    const { output, closing } = await ci([step('runners', 'console.log("jest: ok")', { maySkip: true })]);
    expect(output).toContain('jest: ok');
    expect(closing).toEqual(['1 passed, 0 failed']);
  });

  test('CI stops at the first failure and names the step', async () => {
    const { code, output, closing } = await ci([
      step('check', ''),
      step('examples', 'process.exit(3)'),
      step('newcomer', 'console.log("never")'),
    ]);
    expect({ code, closing }).toEqual({ code: 1, closing: ['1 passed, 1 failed'] });
    expect(output).toContain('examples failed: exit code 3');
    expect(output).not.toContain('never\n');
  });

  test('CI fails for unit tests that left no results, although they ended with exit code 0', async () => {
    const { code, output, closing } = await ci([step('tests', '', { suite: 'unit' })]);
    expect({ code, closing }).toEqual({ code: 1, closing: ['0 passed, 1 failed'] });
    expect(output).toContain('tests failed: it left no results in');
  });

  test('CI fails for results that cannot be read, of either suite', async () => {
    for (const which of ['unit', 'real'] as const) {
      const broken = suite(which, results(1));
      const command = [process.execPath, '-e', broken.command[2]?.replace('numPassedTests', 'passed') ?? ''];
      const { code, output } = await ci([{ ...broken, command }]);
      expect(code).toBe(1);
      expect(output).toContain('cannot be read');
    }
  });

  test('CI takes a suite for a real cluster that left no results for one that had no tests', async () => {
    expect(await ci([step('real cluster', '', { suite: 'real' })])).toMatchObject({
      code: 0,
      closing: ['0 passed, 0 failed'],
    });
  });

  test('CI counts the failed tests of a suite', async () => {
    expect(await ci([suite('unit', results(5, 2), 1)])).toMatchObject({ code: 1, closing: ['5 passed, 2 failed'] });
  });

  test('CI fails for failed tests in the results of a run that ended with exit code 0', async () => {
    expect(await ci([suite('unit', results(5, 2), 0)])).toMatchObject({ code: 1, closing: ['5 passed, 2 failed'] });
  });
});

test('a test file that could not be loaded counts as a failure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-ci-'));
  try {
    const file = join(folder, 'unit.json');
    writeFileSync(file, JSON.stringify({ ...results(5), success: false, numFailedTestSuites: 2 }));
    expect(countTests(file, 'unit')).toEqual({
      passed: 5,
      failed: 2,
      skipped: 0,
      problem: '2 test files could not be loaded',
    });
    writeFileSync(file, JSON.stringify(results(0)));
    expect(countTests(file, 'unit')).toMatchObject({ failed: 1, problem: expect.stringContaining('no test') });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
