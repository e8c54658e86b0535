/**
 * `npm run test:runners [-- node | jest]`: runs small tests of an operator under the test runners besides vitest: Node's own, and jest, which is installed into `.reeve/runners` on demand.
 * Ends with `skippedExitCode` where jest cannot be installed.
 */
import './setup/node-version.mjs';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { skippedExitCode } from './ci/run-step.mjs';
import { ensureReady } from './setup/ensure-ready.mjs';
import { root } from './setup/paths.mjs';
import { run } from './setup/run.mjs';

const folder = `${root}/.reeve/runners`;
const tests = `${root}/packages/testing/test-runners`;
/** @type {Record<string, () => Promise<number>>} */
const runners = { node: () => run(process.execPath, ['--test', `${tests}/node.test.mjs`]), jest };
const wanted = process.argv.slice(2);

await ensureReady();
for (const name of wanted.length > 0 ? wanted : Object.keys(runners)) {
  console.log(`test:runners: ${name}`);
  const code = (await runners[name]?.()) ?? 2;
  if (code !== 0) process.exit(code);
}

async function jest() {
  if (!isInstalled() && (await install()) !== 0) {
    console.log('jest could not be installed, so it was not tried: npm needs a registry for that');
    return skippedExitCode;
  }
  const program = `${folder}/node_modules/jest/bin/jest.js`;
  return await run(process.execPath, [
    '--experimental-vm-modules',
    '--no-warnings',
    program,
    '--config',
    `${tests}/package.json`,
  ]);
}

async function install() {
  mkdirSync(folder, { recursive: true });
  copyFileSync(`${tests}/package.json`, `${folder}/package.json`);
  return await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]);
}

function isInstalled() {
  const installed = `${folder}/package.json`;
  const isSame = () => readFileSync(installed, 'utf8') === readFileSync(`${tests}/package.json`, 'utf8');
  return existsSync(`${folder}/node_modules/jest/bin/jest.js`) && existsSync(installed) && isSame();
}
