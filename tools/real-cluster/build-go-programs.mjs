// Builds Go programs of a folder of this repository, once per state of their sources, into the user's cache folder. The result appears there whole or not at all:
// everything is built beside its place and renamed at the end, and several builders wait for each other.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { builtAssets } from './assets.mjs';
import { hasGo } from './build-assets.mjs';
import { takeLock } from './build-lock.mjs';

// As for the servers, so that Go's cache of compiled packages serves both.
const environment = { CGO_ENABLED: '0', GOWORK: 'off' };
const flags = ['-mod=readonly', '-trimpath', '-tags=grpcnotrace', '-ldflags=-s -w'];

/**
 * @typedef {object} GoPrograms
 * @property {string} name The name of the folder in the cache, and in what is logged.
 * @property {string} sources The folder with go.mod.
 * @property {Readonly<Record<string, { readonly package: string, readonly isTest?: boolean }>>} programs By the name of the executable.
 */

/**
 * Builds the programs when they are absent, and returns their folder; undefined where they are absent and there is no Go.
 * @param {GoPrograms} what
 * @param {{ env?: NodeJS.ProcessEnv, log?: (line: string) => void, signal?: AbortSignal | undefined }} [options]
 */
export async function buildGoPrograms(what, { env = process.env, log = console.error, signal } = {}) {
  const folder = join(dirname(builtAssets(env)), '..', what.name, hashOfSources(what));
  if (existsSync(folder)) return folder;
  if (!hasGo(env)) return undefined;
  await mkdir(dirname(folder), { recursive: true });
  const lock = await takeLock(`${folder}.lock`, {
    isDone: async () => existsSync(folder),
    onWait: (pid) => log(`${what.name}: process ${pid} is building them, waiting`),
    signal,
  });
  if (!lock) return folder;
  try {
    await buildAll(what, folder, { env, log, signal });
  } finally {
    await lock.release();
  }
  return folder;
}

/**
 * The sources, the versions of what they use and the way they are built, as one word.
 * @param {GoPrograms} what
 */
function hashOfSources({ sources, programs }) {
  const hash = createHash('sha256').update(
    JSON.stringify([environment, flags, programs, process.platform, process.arch]),
  );
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.go$|^go\.(mod|sum)$/.test(file),
  );
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(sources, file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * @param {GoPrograms} what
 * @param {string} folder
 * @param {{ env: NodeJS.ProcessEnv, log: (line: string) => void, signal: AbortSignal | undefined }} options
 */
async function buildAll({ name, sources, programs }, folder, { env, log, signal }) {
  const temporary = await mkdtemp(`${folder}.tmp-${process.pid}-`);
  try {
    for (const [program, { package: source, isTest = false }] of Object.entries(programs)) {
      log(`${name}: ${program} is being built, up to a minute`);
      const command = isTest ? ['test', ...flags, '-c'] : ['build', ...flags];
      const child = spawn('go', [...command, '-o', join(temporary, program), source], {
        cwd: sources,
        env: { ...env, ...environment, KUBECONFIG: undefined },
        stdio: ['ignore', 2, 2], // stdout is for data
        signal,
      });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`go ${command[0]} of ${program} failed with exit code ${code}: see above`);
    }
    await rename(temporary, folder).catch((error) => {
      if (!existsSync(folder)) throw error; // else another builder was first, and its result is as good as ours
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
