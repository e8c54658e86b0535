// Starts one cluster for a vitest run and hands it to the tests: `inject('realCluster')` is how to reach it,
// or null where there is none, after one line that says why. provided-context.d.ts has the type.

import { resolveRealCluster } from './resolve.mjs';

/**
 * Starts the cluster and returns its end, as vitest wants it.
 * @param {import('vitest/node').TestProject} project
 */
export default async function setup(project) {
  const { cluster, skip } = await resolveRealCluster();
  if (!cluster) {
    console.error(skip);
    project.provide('realCluster', null);
    return undefined;
  }
  const { url, kubeconfig, kubeconfigText, ca, cert, key, token, assets } = cluster;
  project.provide('realCluster', { url, kubeconfig, kubeconfigText, ca, cert, key, token, assets });
  return () => cluster.stop();
}
