// Builds the Go programs of this folder, once per state of their sources, into the user's cache folder. The result appears there whole or not at all:
// everything is built beside its place and renamed at the end, and several builders wait for each other.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtAssets } from '../real-cluster/assets.mjs';
import { hasGo } from '../real-cluster/build-assets.mjs';
import { takeLock } from '../real-cluster/build-lock.mjs';

/** The folder of the sources. */
export const sources = fileURLToPath(new URL('.', import.meta.url));

// As for the servers, so that Go's cache of compiled packages serves both.
const environment = { CGO_ENABLED: '0', GOWORK: 'off' };
const flags = ['-mod=readonly', '-trimpath', '-tags=grpcnotrace'];
/** @type {Readonly<Record<string, readonly string[]>>} What makes each program. */
const commands = {
  'go-clients': ['build', ...flags, '-ldflags=-s -w'],
  'envtest.test': ['test', ...flags, '-ldflags=-s -w', '-c'],
};
/** @type {Readonly<Record<string, string>>} */
const packages = { 'go-clients': '.', 'envtest.test': './envtest' };

/**
 * Builds the programs when they are absent, and returns their folder; undefined where they are absent and there is no Go.
 * @param {{ env?: NodeJS.ProcessEnv, log?: (line: string) => void, signal?: AbortSignal | undefined }} [options]
 */
export async function buildGoClients({ env = process.env, log = console.error, signal } = {}) {
  const folder = join(dirname(builtAssets(env)), '..', 'go-clients', hashOfSources());
  if (existsSync(folder)) return folder;
  if (!hasGo(env)) return undefined;
  await mkdir(dirname(folder), { recursive: true });
  const lock = await takeLock(`${folder}.lock`, {
    isDone: async () => existsSync(folder),
    onWait: (pid) => log(`go clients: process ${pid} is building them, waiting`),
    signal,
  });
  if (!lock) return folder;
  try {
    await buildAll(folder, { env, log, signal });
  } finally {
    await lock.release();
  }
  return folder;
}

/** The sources, the versions of what they use and the way they are built, as one word. */
function hashOfSources() {
  const hash = createHash('sha256').update(JSON.stringify([environment, commands, process.platform, process.arch]));
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.go$|^go\.(mod|sum)$/.test(file),
  );
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(sources, file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * @param {string} folder
 * @param {{ env: NodeJS.ProcessEnv, log: (line: string) => void, signal: AbortSignal | undefined }} options
 */
async function buildAll(folder, { env, log, signal }) {
  const temporary = await mkdtemp(`${folder}.tmp-${process.pid}-`);
  try {
    for (const [program, command] of Object.entries(commands)) {
      log(`go clients: ${program} is being built, up to a minute`);
      const child = spawn('go', [...command, '-o', join(temporary, program), packages[program] ?? '.'], {
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
