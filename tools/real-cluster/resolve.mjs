// Decides which cluster the tests for a real cluster use: the one that REEVE_TEST_KUBECONFIG names, one started from
// the programs in KUBEBUILDER_ASSETS, one started from programs built with Go, or none. The ambient KUBECONFIG is never
// read: tests create and delete things, and nobody's own cluster may become the place for that by accident.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { apiGet } from './api-get.mjs';
import { REQUIRED, builtAssets, missingPrograms } from './assets.mjs';
import { buildAssets, hasGo } from './build-assets.mjs';
import { readKubeconfig } from './kubeconfig.mjs';
import { startRealCluster } from './start.mjs';

/**
 * @typedef {object} ClusterHandle
 * @property {string} kubeconfig The path of the kubeconfig file.
 * @property {string} kubeconfigText
 * @property {string} [assets] The folder of the programs; absent for a cluster that was there before.
 * @property {() => Promise<void>} stop Ends a cluster that was started, and leaves one that was there before.
 *
 * @typedef {import('./api-get.mjs').Access & ClusterHandle} UsableCluster What a suite gets, whoever runs the cluster.
 */

/**
 * @typedef {Omit<import('./start.mjs').StartOptions, 'assets'> & { env?: NodeJS.ProcessEnv }} ResolveOptions
 *
 * @typedef {object} Skip
 * @property {string} skip One sentence: why there is no cluster, and what to do about it.
 * @property {undefined} [cluster]
 * @property {undefined} [assets]
 */

/**
 * Returns the cluster to test with, started when needed, or the reason why there is none.
 * @param {ResolveOptions} [options]
 * @returns {Promise<{ cluster: UsableCluster, skip?: undefined } | Skip>}
 */
export async function resolveRealCluster({ env = process.env, ...options } = {}) {
  if (env['REEVE_TEST_KUBECONFIG']) return { cluster: await existingCluster(env['REEVE_TEST_KUBECONFIG'], env) };
  const found = await resolveAssets({ env, signal: options.signal });
  if (found.skip) return found;
  return { cluster: await startRealCluster({ ...options, assets: found.assets }) };
}

/**
 * Returns the folder of the programs to start a cluster from, built when needed, or the reason why there is none.
 * @param {{ env?: NodeJS.ProcessEnv, signal?: AbortSignal | undefined }} [options]
 * @returns {Promise<{ assets: string, skip?: undefined } | Skip>}
 */
export async function resolveAssets({ env = process.env, signal } = {}) {
  if (env['KUBEBUILDER_ASSETS']) return { assets: await completeFolder(env['KUBEBUILDER_ASSETS']) };
  if (existsSync(builtAssets(env)) || hasGo(env)) return { assets: await buildAssets({ env, signal }) };
  return {
    skip: 'real cluster: skipped, because there is no go command to build one with; install Go, or set KUBEBUILDER_ASSETS to a folder with kube-apiserver and etcd, or REEVE_TEST_KUBECONFIG to the kubeconfig of a test cluster without nodes',
  };
}

/** @param {string} folder */
async function completeFolder(folder) {
  const missing = await missingPrograms(folder, REQUIRED);
  if (missing.length === 0) return resolve(folder);
  const what = missing.join(' and ');
  throw new Error(
    `KUBEBUILDER_ASSETS is set to ${folder}, which lacks ${what}: complete the folder, or unset the variable`,
  );
}

/**
 * @param {string} path
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<UsableCluster>}
 */
async function existingCluster(path, env) {
  const { text, access } = await readKubeconfig(path);
  if (env['REEVE_TEST_ALLOW_NODES'] !== '1') await refuseNodes(access, path);
  return { ...access, kubeconfig: resolve(path), kubeconfigText: text, stop: async () => {} };
}

/** @param {import('./api-get.mjs').Access} access @param {string} path */
async function refuseNodes(access, path) {
  const { status, body } = await apiGet(access, '/api/v1/nodes?limit=1');
  if (status !== 200)
    throw new Error(`the cluster of REEVE_TEST_KUBECONFIG (${path}) does not list its nodes: ${body}`);
  const [node] = JSON.parse(body).items;
  if (!node) return;
  throw new Error(
    `the cluster of REEVE_TEST_KUBECONFIG (${path}) has nodes, "${node.metadata.name}" for one, so it may be in use: ` +
      'name a cluster without nodes, or set REEVE_TEST_ALLOW_NODES=1 when tests may create and delete things there',
  );
}
