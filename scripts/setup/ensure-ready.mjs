/**
 * Makes a fresh clone ready to run: installs from the lockfile when it has to, builds when sources changed. The second time
 * it finds nothing to do. One line on stderr says what takes time.
 */
import './node-version.mjs';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { bundlePackages } from './bundle.mjs';
import { root } from './paths.mjs';
import { run } from './run.mjs';

const lockfile = `${root}/package-lock.json`;
const installed = `${root}/node_modules/.package-lock.json`;
const stamp = `${root}/node_modules/.reeve-install`;

/** Installs and builds what is missing or stale; ends the process when that fails. */
export async function ensureReady() {
  await ensureInstalled();
  await build();
}

/**
 * Installs what the lockfile says when node_modules does not hold it. `npm ci` would insist on an entry for every platform's optional binary, which a
 * registry need not have; this takes the same versions and leaves the lockfile alone.
 */
export async function ensureInstalled() {
  if (!isInstalled())
    await step('installing dependencies from the lockfile', 'npm', [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
  writeFileSync(stamp, lockfileHash());
}

/** Compiles and bundles what runs: packages and examples, where they changed. Tests and tools are compiled by the check. */
async function build() {
  const isFirst = !existsSync(`${root}/packages/machinery/dist/index.js`);
  await step(isFirst ? 'building the packages' : undefined, process.execPath, [
    `${root}/node_modules/typescript/bin/tsc`,
    '-b',
    'tsconfig.build.json',
  ]);
  await bundlePackages();
}

/** True when node_modules holds what the lockfile says: by our stamp, or by its date when npm was called by hand. */
function isInstalled() {
  if (!existsSync(installed)) return false;
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === lockfileHash();
  return statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs;
}

function lockfileHash() {
  return createHash('sha256').update(readFileSync(lockfile)).digest('hex');
}

/**
 * @param {string | undefined} what
 * @param {string} command
 * @param {readonly string[]} args
 */
async function step(what, command, args) {
  if (what) console.error(`reeve: ${what} …`);
  const code = await run(command, args, { output: 'stderr' });
  if (code !== 0) {
    console.error(
      `reeve: ${[command, ...args].join(' ')} failed with exit code ${code}; what it printed above says why.`,
    );
    process.exit(code);
  }
}
