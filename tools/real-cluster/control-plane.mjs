// Starts each server of a control plane and waits until the next one, or a test, can use it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { apiGet } from './api-get.mjs';
import { messageOf } from './caught.mjs';
import { freePort } from './free-port.mjs';
import { ETCD_SOCKET, apiServerArguments, controllerManagerArguments, etcdArguments } from './server-arguments.mjs';
import { untilReady } from './until-ready.mjs';

const PORT_ATTEMPTS = 5;

/**
 * @typedef {object} Site Where servers are started.
 * @property {import('./open-guard.mjs').Guard} guard
 * @property {string} assets
 * @property {AbortSignal | undefined} signal
 *
 * @typedef {import('./open-guard.mjs').Server} Server
 * @typedef {import('./api-get.mjs').Access} Access
 */

/**
 * Starts etcd.
 * @param {Site} site
 */
export async function startEtcd({ guard, assets, signal }) {
  const etcd = await guard.start('etcd', join(assets, 'etcd'), etcdArguments());
  const listens = async () => existsSync(join(guard.dir, ETCD_SOCKET));
  await untilReady('socket of etcd', listens, { servers: [etcd], signal });
  return etcd;
}

/**
 * Starts kube-apiserver, and returns it with its address.
 * It wants to be told its port, and one that was free may be taken by the time it is bound: then another one is tried.
 * @param {Site} site
 * @param {object} options
 * @param {Server} options.etcd
 * @param {Omit<Access, 'url'>} options.credentials
 * @param {boolean} options.controllerManager
 * @param {string[]} options.apiServerArgs
 */
export async function startApiServer(
  { guard, assets, signal },
  { etcd, credentials, controllerManager, apiServerArgs },
) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const access = { url: `https://127.0.0.1:${port}`, ...credentials };
    const args = [...apiServerArguments({ port, serviceAccounts: controllerManager }), ...apiServerArgs];
    const apiServer = await guard.start('kube-apiserver', join(assets, 'kube-apiserver'), args);
    const probe = (/** @type {AbortSignal} */ until) => isReady(access, until);
    try {
      await untilReady('ready API server', probe, { servers: [etcd, apiServer], signal });
      return { url: access.url, apiServer };
    } catch (error) {
      const portTaken = /address already in use/.test(messageOf(error));
      if (!portTaken || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

/**
 * Starts kube-controller-manager.
 * @param {Site} site
 * @param {{ servers: Server[], access: Access }} options
 */
export async function startControllerManager({ guard, assets, signal }, { servers, access }) {
  const path = join(assets, 'kube-controller-manager');
  const manager = await guard.start('kube-controller-manager', path, controllerManagerArguments());
  // The account that pods in `default` need: who sees it sees that the controllers work.
  const account = '/api/v1/namespaces/default/serviceaccounts/default';
  const probe = (/** @type {AbortSignal} */ until) => answers(access, account, until);
  await untilReady('work of the controller manager', probe, { servers: [...servers, manager], signal });
  return manager;
}

/**
 * Ready means that a test may create something: /readyz alone does not wait for the namespace `default`.
 * @param {Access} access
 * @param {AbortSignal} signal
 */
async function isReady(access, signal) {
  return (await answers(access, '/readyz', signal)) && (await answers(access, '/api/v1/namespaces/default', signal));
}

/**
 * @param {Access} access
 * @param {string} path
 * @param {AbortSignal} signal
 */
async function answers(access, path, signal) {
  return (await apiGet(access, path, { signal })).status === 200;
}
