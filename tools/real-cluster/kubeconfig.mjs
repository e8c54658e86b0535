// Kubeconfig files, as far as these tools need them: writing one for a cluster they started, and reading the one
// that REEVE_TEST_KUBECONFIG names. What cannot be honoured is refused, because a guess could reach another cluster.

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** @typedef {import('./api-get.mjs').Access} Access */

/**
 * Returns the text of a kubeconfig with one context.
 * @param {{ url: string, ca: string, cert: string, key: string }} access
 */
export function kubeconfigText({ url, ca, cert, key }) {
  return `apiVersion: v1
kind: Config
current-context: reeve-real-cluster
contexts:
  - name: reeve-real-cluster
    context: { cluster: reeve-real-cluster, user: reeve-admin }
clusters:
  - name: reeve-real-cluster
    cluster:
      server: ${url}
      certificate-authority-data: ${base64(ca)}
users:
  - name: reeve-admin
    user:
      client-certificate-data: ${base64(cert)}
      client-key-data: ${base64(key)}
`;
}

/** @param {string} text */
function base64(text) {
  return Buffer.from(text).toString('base64');
}

/**
 * Reads a kubeconfig and returns its text and the access that its current context gives.
 * @param {string} path
 * @returns {Promise<{ text: string, access: Access }>}
 */
export async function readKubeconfig(path) {
  const text = await readFile(path, 'utf8');
  const { parse } = await import('yaml'); // only this case needs it
  const config = parse(text) ?? {};
  const context = named(config, 'contexts', config['current-context'], path).context ?? {};
  const cluster = named(config, 'clusters', context.cluster, path).cluster ?? {};
  const user = named(config, 'users', context.user, path).user ?? {};
  for (const field of ['exec', 'auth-provider', 'username', 'as']) {
    if (user[field]) throw new Error(`${path}: ${field} is not supported here, use a client certificate or a token`);
  }
  if (cluster['proxy-url']) throw new Error(`${path}: proxy-url is not supported here`);
  if (!String(cluster.server).startsWith('https://'))
    throw new Error(`${path}: the cluster's server must be an https address`);
  return { text, access: await accessOf(cluster, user, dirname(path)) };
}

/**
 * @param {any} config
 * @param {'contexts' | 'clusters' | 'users'} list
 * @param {string} name
 * @param {string} path
 */
function named(config, list, name, path) {
  const found = config[list]?.find((/** @type {{ name: string }} */ entry) => entry.name === name);
  if (!found) throw new Error(`${path}: there is no "${name}" in ${list}`);
  return found;
}

/**
 * @param {any} cluster
 * @param {any} user
 * @param {string} folder Relative paths in a kubeconfig start at its folder.
 * @returns {Promise<Access>}
 */
async function accessOf(cluster, user, folder) {
  const read = async (/** @type {any} */ from, /** @type {string} */ field) => {
    if (from[`${field}-data`]) return Buffer.from(from[`${field}-data`], 'base64').toString();
    return from[field] ? readFile(resolve(folder, from[field]), 'utf8') : undefined;
  };
  const token = user.token ?? (user.tokenFile && (await readFile(resolve(folder, user.tokenFile), 'utf8')).trim());
  return {
    url: cluster.server,
    ...defined({
      ca: await read(cluster, 'certificate-authority'),
      cert: await read(user, 'client-certificate'),
      key: await read(user, 'client-key'),
      token,
      serverName: cluster['tls-server-name'],
      insecure: cluster['insecure-skip-tls-verify'],
    }),
  };
}

/** @param {Record<string, any>} values */
function defined(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
