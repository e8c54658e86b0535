/**
 * The clients that ours is compared with, installed into `.reeve/peers` when they are not there. Where there is no registry the comparison is left out.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const wanted = fileURLToPath(new URL('../peers/package.json', import.meta.url));
const folder = fileURLToPath(new URL('../../.reeve/peers', import.meta.url));

/**
 * The folder in which the peers are installed; undefined when they cannot be had.
 * @param {(line: string) => void} log
 * @returns {Promise<string | undefined>}
 */
export async function installPeers(log) {
  if (isInstalled()) return folder;
  log('installing the peers');
  mkdirSync(folder, { recursive: true });
  copyFileSync(wanted, `${folder}/package.json`);
  try {
    await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder], {
      cwd: folder,
    });
    return folder;
  } catch {
    log('the peers cannot be installed here (no registry?): ours alone');
    return undefined;
  }
}

function isInstalled() {
  const lock = `${folder}/node_modules/.package-lock.json`;
  const installed = `${folder}/package.json`;
  return existsSync(lock) && existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(wanted, 'utf8');
}
