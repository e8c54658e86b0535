// Where the programs of a real cluster lie: a folder with kube-apiserver, etcd and friends in it,
// as envtest and KUBEBUILDER_ASSETS know it. What these tools build goes to the user's cache folder, never to the repository.

import { createHash } from 'node:crypto';
import { constants, readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { BUILD_ENV, buildArguments } from './build-arguments.mjs';
import { ROOT, etcdVersion, kubernetesVersion } from './versions.mjs';

/** The programs without which no cluster starts. */
export const REQUIRED = Object.freeze(['kube-apiserver', 'etcd']);

/**
 * Returns the folder of the programs as pinned by go.mod and go.sum for this platform. It may not be there yet;
 * when it is, it is complete, because the build renames it into place as its last step.
 * @param {NodeJS.ProcessEnv} env
 */
export function builtAssets(env) {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(new URL(file, ROOT)));
  hash.update(JSON.stringify([BUILD_ENV, buildArguments()]));
  const key = [
    `kubernetes-${kubernetesVersion()}`,
    `etcd-${etcdVersion()}`,
    `${process.platform}-${process.arch}`,
    hash.digest('hex').slice(0, 12),
  ];
  return join(cacheFolder(env), key.join('_'));
}

/**
 * Returns the folder below which built programs are kept: `$XDG_CACHE_HOME/reeve/real-cluster`, by default in `~/.cache`.
 * @param {NodeJS.ProcessEnv} env
 */
function cacheFolder(env) {
  // The XDG specification asks to ignore a relative path.
  const named = env['XDG_CACHE_HOME'] ?? '';
  const home = isAbsolute(named) ? named : join(homedir(), '.cache');
  return join(home, 'reeve', 'real-cluster');
}

/**
 * Returns the programs of the list that the folder lacks, or that may not be executed.
 * @param {string} folder
 * @param {readonly string[]} programs
 */
export async function missingPrograms(folder, programs) {
  const present = await Promise.all(programs.map((program) => isExecutable(join(folder, program))));
  return programs.filter((_, index) => !present[index]);
}

/** @param {string} path */
async function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
