/**
 * `.ci/run`: the README's test command, the check, the examples, a newcomer, the suites for a real cluster, and the parity page. Stops at the
 * first failure and closes with one plain line that counts tests and steps.
 */
import './setup/node-version.mjs';
import { rmSync } from 'node:fs';
import { countTests } from './ci/count-tests.mjs';
import { results } from './setup/paths.mjs';
import { run } from './setup/run.mjs';

/** @type {readonly { name: string, command: readonly string[], suite?: 'unit' | 'real' }[]} */
const steps = [
  { name: 'tests', command: ['npm', 'test'], suite: 'unit' },
  { name: 'check', command: ['npm', 'run', '--silent', 'check'] },
  { name: 'examples', command: ['npm', 'run', '--silent', 'examples'] },
  { name: 'newcomer', command: ['npm', 'run', '--silent', 'newcomer'] },
  { name: 'examples on a real cluster', command: ['npm', 'run', '--silent', 'examples', '--', '--real'] },
  { name: 'real cluster', command: ['npm', 'run', '--silent', 'test:real'], suite: 'real' },
  { name: 'parity page', command: ['npm', 'run', '--silent', 'parity', '--', '--check'] },
];

rmSync(results, { recursive: true, force: true });
const total = { passed: 0, failed: 0 };
for (const { name, command, suite } of steps) {
  console.log(`\n== ${name}: ${command.join(' ')}`);
  const [program = '', ...args] = command;
  const code = await run(program, args);
  const counted = suite
    ? countTests(`${results}/${suite}.json`)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  total.passed += counted.passed;
  total.failed += code !== 0 && counted.failed === 0 ? 1 : counted.failed;
  if (code !== 0) {
    console.log(`\n${name} failed with exit code ${code}: what it printed above says why.`);
    break;
  }
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
