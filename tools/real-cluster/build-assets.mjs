// Builds the programs of a real cluster from the pinned Go modules, once per set of versions and platform.
// The result is a folder in the user's cache. It appears there whole or not at all: programs are built into a temporary
// folder beside it, which is renamed at the end; several builders at once wait for each other.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { builtAssets } from './assets.mjs';
import { BUILD_ENV, buildArguments } from './build-arguments.mjs';
import { isAlive, takeLock } from './build-lock.mjs';
import { PACKAGES, ROOT } from './versions.mjs';

const SAY_EVERY_MS = 15_000;

/**
 * @typedef {object} BuildOptions
 * @property {NodeJS.ProcessEnv} env
 * @property {(line: string) => void} log Takes each line of progress.
 * @property {AbortSignal | undefined} signal
 */

/**
 * Builds the programs when they are absent, and returns their folder.
 * @param {Partial<BuildOptions>} [options]
 */
export async function buildAssets({ env = process.env, log = console.error, signal } = {}) {
  const folder = builtAssets(env);
  await mkdir(dirname(folder), { recursive: true });
  const lock = await takeLock(`${folder}.lock`, {
    isDone: async () => existsSync(folder),
    onWait: (pid) => log(`real cluster: process ${pid} is building it, waiting`),
    signal,
  });
  if (!lock) {
    log(`real cluster: found built in ${folder}`);
    return folder;
  }
  try {
    await buildAll(folder, { env, log, signal });
  } finally {
    await removeLeftovers(folder);
    await lock.release();
  }
  return folder;
}

/**
 * Tells whether there is a Go command to build with.
 * @param {NodeJS.ProcessEnv} env
 */
export function hasGo(env) {
  return spawnSync('go', ['version'], { env, stdio: 'ignore' }).status === 0;
}

/**
 * Removes what builders left behind that were killed. This comes after the build and not before it, because the go
 * command of a killed builder writes its program all the same.
 * @param {string} folder
 */
async function removeLeftovers(folder) {
  const prefix = `${basename(folder)}.tmp-`;
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!isAlive(pid)) await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {BuildOptions} options
 */
async function buildAll(folder, options) {
  if (!hasGo(options.env)) throw new Error('there is no go command to build with: install Go, and call this again');
  const started = Date.now();
  const temporary = await mkdtemp(`${folder}.tmp-${process.pid}-`);
  try {
    const programs = Object.entries(PACKAGES);
    options.log(`real cluster: building ${programs.length} programs with Go, about seven minutes on two cores`);
    for (const [index, [program, path]] of programs.entries()) {
      const say = (/** @type {string} */ text) =>
        options.log(`real cluster: ${program} (${index + 1} of ${programs.length}) ${text}, ${seconds(started)} s`);
      await buildOne(join(temporary, program), path, { ...options, log: say });
    }
    await rename(temporary, folder).catch((error) => {
      if (!existsSync(folder)) throw error; // else another builder was first, and its result is as good as ours
    });
    options.log(`real cluster: built in ${seconds(started)} s, kept in ${folder}`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * @param {string} output
 * @param {string} path
 * @param {BuildOptions} options
 */
async function buildOne(output, path, { env, log, signal }) {
  log('is being built');
  const timer = setInterval(log, SAY_EVERY_MS, 'is still being built');
  try {
    signal?.throwIfAborted();
    const child = spawn('go', ['build', ...buildArguments(), '-o', output, path], {
      cwd: ROOT,
      env: { ...env, ...BUILD_ENV, KUBECONFIG: undefined },
      stdio: ['ignore', 2, 2], // stdout is for data
    });
    const kill = () => child.kill();
    signal?.addEventListener('abort', kill, { once: true });
    const [code, killedBy] = await once(child, 'exit');
    signal?.removeEventListener('abort', kill);
    signal?.throwIfAborted();
    if (code !== 0)
      throw new Error(`go build ${path} failed (${killedBy ?? `exit code ${code}`}): see its messages above`);
  } finally {
    clearInterval(timer);
  }
}

/** @param {number} started */
function seconds(started) {
  return Math.round((Date.now() - started) / 1000);
}
