// Starts a real Kubernetes control plane on loopback: etcd, kube-apiserver and, when asked, kube-controller-manager.
// Each cluster has a temporary folder, an authority and processes of its own, shares nothing with another one, and is
// gone with the process that started it (guard.mjs). Upstream: controller-runtime's envtest.

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { REQUIRED, missingPrograms } from './assets.mjs';
import { buildAssets } from './build-assets.mjs';
import { makeCertificates } from './certificates.mjs';
import { startApiServer, startControllerManager, startEtcd } from './control-plane.mjs';
import { openGuard } from './open-guard.mjs';
import { SERVICE_IP, kubeconfigFiles, serverFiles } from './server-arguments.mjs';

/**
 * @typedef {object} StartOptions
 * @property {string | undefined} [assets] The folder of the programs; by default the built ones, built first when absent.
 * @property {boolean} [controllerManager] Also run kube-controller-manager, and with it the admission of service accounts.
 * @property {string[]} [apiServerArgs] More flags for kube-apiserver, after ours.
 * @property {AbortSignal | undefined} [signal] Gives up a start under way; a started cluster ends with stop().
 */

/**
 * @typedef {object} RealCluster
 * @property {string} url
 * @property {string} kubeconfig The path of a kubeconfig file for its administrator.
 * @property {string} kubeconfigText
 * @property {string} ca The authority of the server's certificate, PEM.
 * @property {string} cert The administrator's client certificate, in the group system:masters, PEM.
 * @property {string} key The key of that certificate, PEM.
 * @property {string} assets The folder of the programs.
 * @property {string} dir The temporary folder, with a log file per server.
 * @property {number[]} pids The processes that belong to it: the guard first, then the servers.
 * @property {Promise<Error>} crashed Resolves when a server ends that nobody stopped.
 * @property {() => Promise<void>} stop Ends the servers and removes the folder; may be called more than once.
 */

/**
 * Starts a cluster, and resolves when it answers requests.
 * @param {StartOptions} [options]
 * @returns {Promise<RealCluster & AsyncDisposable>}
 */
export async function startRealCluster(options = {}) {
  const { controllerManager = false, signal } = options;
  const assets = resolve(options.assets ?? (await buildAssets({ signal }))); // servers run in another directory
  await refuseIncomplete(assets, controllerManager);
  signal?.throwIfAborted();
  const guard = await openGuard();
  try {
    const cluster = await startServers({ guard, assets, signal }, options);
    guard.unref();
    return cluster;
  } catch (error) {
    await guard.close();
    throw error;
  }
}

/** @param {string} assets @param {boolean} controllerManager */
async function refuseIncomplete(assets, controllerManager) {
  const missing = await missingPrograms(assets, [
    ...REQUIRED,
    ...(controllerManager ? ['kube-controller-manager'] : []),
  ]);
  if (missing.length > 0) throw new Error(`the folder ${assets} lacks ${missing.join(' and ')}`);
}

/**
 * @param {import('./control-plane.mjs').Site} site
 * @param {StartOptions} options
 * @returns {Promise<RealCluster & AsyncDisposable>}
 */
async function startServers(site, { controllerManager = false, apiServerArgs = [] }) {
  const { assets, guard } = site;
  const certificates = await makeCertificates({ serviceIp: SERVICE_IP });
  const credentials = { ca: certificates.ca.cert, ...certificates.admin };
  await writeFiles(guard.dir, serverFiles(certificates));
  const etcd = await startEtcd(site);
  const { url, apiServer } = await startApiServer(site, { etcd, credentials, controllerManager, apiServerArgs });
  const access = { url, ...credentials };
  const servers = [etcd, apiServer];
  const kubeconfigs = kubeconfigFiles(certificates, url);
  await writeFiles(guard.dir, kubeconfigs);
  if (controllerManager) servers.push(await startControllerManager(site, { servers, access }));
  return {
    ...access,
    kubeconfig: join(guard.dir, 'kubeconfig'),
    kubeconfigText: kubeconfigs.kubeconfig,
    assets,
    dir: guard.dir,
    pids: [guard.pid, ...servers.map((server) => server.pid)],
    crashed: guard.crashed(servers),
    stop: () => guard.close(),
    [Symbol.asyncDispose]: () => guard.close(),
  };
}

/** @param {string} dir @param {Record<string, string>} files */
async function writeFiles(dir, files) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text, { mode: 0o600 });
}
