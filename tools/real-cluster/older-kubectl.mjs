// An older kubectl, from Debian's package: people use what their system has. It is fetched once, into the user's cache folder, where apt is there to do it.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const debianPackage = 'kubernetes-client';

/**
 * Returns a folder with an older `kubectl`, or undefined where it cannot be had.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function olderKubectl(env = process.env) {
  const folder = join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'reeve', 'older-kubectl');
  if (existsSync(join(folder, 'kubectl'))) return folder;
  try {
    fetchInto(folder);
    return folder;
  } catch {
    console.log(`older kubectl: ${debianPackage} cannot be fetched here; its tests are skipped`);
    return undefined;
  }
}

/** @param {string} folder Appears when everything is in it. */
function fetchInto(folder) {
  mkdirSync(join(folder, '..'), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  const quiet = /** @type {const} */ ({ cwd: fresh, stdio: 'ignore', timeout: 60_000 });
  try {
    execFileSync('apt-get', ['download', debianPackage], quiet);
    const [archive = ''] = readdirSync(fresh).filter((name) => name.endsWith('.deb'));
    execFileSync('dpkg-deb', ['-x', archive, 'files'], quiet);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(fresh, 'files/usr/bin'), folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
