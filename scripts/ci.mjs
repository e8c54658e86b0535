/**
 * `.ci/run`: the steps of `scripts/ci/steps.json` one after the other: the README's test command, the check, the examples, a newcomer, the suites for a real cluster, the parity page,
 * and short runs of the other suites. Stops at the first failure. The closing lines say what was skipped, and last, in one plain line, how many tests and steps passed and failed.
 */
import './setup/node-version.mjs';
import { readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { countTests } from './ci/count-tests.mjs';
import { runStep } from './ci/run-step.mjs';
import { root as repository } from './setup/paths.mjs';

/** @typedef {import('./ci/run-step.mjs').Step} Step */

const { values } = parseArgs({ options: { root: { type: 'string', default: repository } } });
const results = `${values.root}/.reeve/results`;
/** @type {readonly Step[]} */
const steps = JSON.parse(readFileSync(`${values.root}/scripts/ci/steps.json`, 'utf8'));

rmSync(results, { recursive: true, force: true });
const total = { passed: 0, failed: 0, skippedTests: 0 };
/** @type {{ name: string, why: string }[]} */
const skippedSteps = [];
for (const step of steps) {
  console.log(`\n== ${step.name}: ${step.command.join(' ')}`);
  const { code, skipped } = await runStep(step, values.root);
  if (skipped !== undefined) {
    skippedSteps.push({ name: step.name, why: skipped });
    continue;
  }
  const counted = step.suite
    ? countTests(`${results}/${step.suite}.json`, step.suite)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, problem: undefined };
  const hasFailed = code !== 0 || counted.failed > 0;
  total.passed += counted.passed;
  total.failed += hasFailed ? Math.max(1, counted.failed) : 0;
  total.skippedTests += counted.skipped;
  if (hasFailed) {
    const why = code === 0 ? counted.problem : `exit code ${code}: what it printed above says why`;
    console.log(`\n${step.name} failed: ${why ?? `${counted.failed} tests failed`}.`);
    break;
  }
}
console.log(`\n${closingLines().join('\n')}`);
process.exit(total.failed > 0 ? 1 : 0);

/** What was skipped, where something was, and then `N passed, M failed`. */
function closingLines() {
  const { passed, failed, skippedTests } = total;
  const parts = [
    ...(skippedTests > 0 ? [inWords(skippedTests, 'test')] : []),
    ...(skippedSteps.length > 0
      ? [
          `${inWords(skippedSteps.length, 'step')} (${skippedSteps.map(({ name, why }) => `${name}: ${why}`).join('; ')})`,
        ]
      : []),
  ];
  return [...(parts.length > 0 ? [`skipped: ${parts.join(', ')}`] : []), `${passed} passed, ${failed} failed`];
}

/**
 * @param {number} count
 * @param {string} noun
 */
function inWords(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
