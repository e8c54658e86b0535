/**
 * A process with the operator of the estate. Is sent a kubeconfig; says what it cost when every primary has been looked at and nothing is left to do.
 */
import { once } from 'node:events';
import { connect, KubeConfig } from '@reeve/client';
import { Manager } from '@reeve/runtime';
import { farms } from './farm.mjs';

const primaries = Number(process.argv[2]);
const [{ kubeconfig }] = /** @type {[{ kubeconfig: string }]} */ (await once(process, 'message'));
const cluster = connect((await KubeConfig.parse(kubeconfig)).connection());
const began = performance.now();
const before = process.cpuUsage();
let runs = 0;
const { signal } = new AbortController();
const manager = Manager.of(cluster, {
  onReconcile: ({ outcome }) => void (runs += outcome.type === 'success' ? 1 : 0),
});
void manager.add(farms).run({ signal });
while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 20));
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(before);
globalThis.gc?.();
process.send?.({ seconds, cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage.rss(), runs });

function isDone() {
  const load = manager.controllers.get('farm')?.load;
  const waits = manager.cache.report().kinds.some(({ overlaid }) => overlaid > 0);
  return runs >= primaries && load !== undefined && load.ready + load.held + load.delayed === 0 && !waits;
}
