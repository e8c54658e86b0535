/**
 * What no tracked file may contain: the host name of a package registry (a clone must install from whatever registry its machine has),
 * or an absolute path into somebody's home. The names are put together here, so that this file passes its own rule.
 */
import { readFileSync } from 'node:fs';
import { capture } from '../setup/run.mjs';
import { repositoryFiles } from './source-files.mjs';

const wellKnown = [
  ['registry', 'npmjs', 'org'],
  ['registry', 'yarnpkg', 'com'],
  ['pypi', 'org'],
  ['files', 'pythonhosted', 'org'],
  ['crates', 'io'],
  ['proxy', 'golang', 'org'],
  ['sum', 'golang', 'org'],
  ['repo1', 'maven', 'org'],
  ['repo', 'maven', 'apache', 'org'],
  ['deb', 'debian', 'org'],
].map((parts) => parts.join('.'));

const homePath = /(?:^|[^\w.~/-])(?:\/(?:home|Users)\/[A-Za-z][\w.-]*\/|\/root\/[\w.]|[A-Z]:\\Users\\)/;

/**
 * Problems with the text of tracked files.
 * @param {string} root
 * @param {readonly string[]} registries addresses of the registries that this machine is set up with
 * @returns {string[]}
 */
export function textProblems(root, registries) {
  const hosts = [...new Set([...wellKnown, ...registries.flatMap(hostOf)])];
  return repositoryFiles(root).flatMap((file) => {
    const text = readFileSync(`${root}/${file}`, 'latin1');
    if (text.includes('\0')) return [];
    const host = hosts.find((name) => text.includes(name));
    return [
      ...(host
        ? [
            `${file}:${lineWith(text, (line) => line.includes(host))}: names the package registry ${host}: leave it to the machine's own settings`,
          ]
        : []),
      ...(homePath.test(text)
        ? [
            `${file}:${lineWith(text, (line) => homePath.test(line))}: holds an absolute path into a home folder: make it relative, or take it from the environment`,
          ]
        : []),
      ...(file.endsWith('package-lock.json') && /"resolved": "https?:/.test(text)
        ? [`${file}: holds download addresses: install with omit-lockfile-registry-resolved=true (.npmrc)`]
        : []),
    ];
  });
}

/** Addresses of the registries that this machine is set up with: they must not slip in either. */
export async function configuredRegistries() {
  const { stdout } = await capture('npm', ['config', 'get', 'registry']);
  return [stdout.trim(), ...(process.env['GOPROXY'] ?? '').split(/[,|]/), process.env['PIP_INDEX_URL'] ?? ''];
}

/**
 * @param {string} address
 * @returns {string[]}
 */
function hostOf(address) {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return ['', 'localhost', '127.0.0.1'].includes(host) ? [] : [host];
}

/**
 * @param {string} text
 * @param {(line: string) => boolean} matches
 */
function lineWith(text, matches) {
  return text.split('\n').findIndex(matches) + 1;
}
