/**
 * The controllers that are compared, each as a process over a kubeconfig: kube-controller-manager with those controllers that we have as well, and ours. And the nodes, which
 * are ours on both sides.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @typedef {{ pid: number, agent: RegExp, stop: () => Promise<void> }} Subject `agent` is how its requests are told. */
/** @typedef {{ assets: string, kubeconfig: string }} Place */

/** What ours has, under the names that kube-controller-manager knows. */
const controllers = [
  'deployment',
  'replicaset',
  'statefulset',
  'daemonset',
  'job',
  'ttl-after-finished',
  'cronjob',
  'endpointslice',
  'endpointslice-mirroring',
  'endpoints',
  'disruption',
  'horizontal-pod-autoscaler',
  'persistentvolumeclaim-protection',
  'node-lifecycle',
  'taint-eviction',
  'pod-garbage-collector',
].map((name) => `${name}-controller`);

/** @type {Readonly<Record<string, (place: Place) => Promise<Subject>>>} */
export const subjects = {
  'kube-controller-manager': async ({ assets, kubeconfig }) => {
    const args = [
      `--kubeconfig=${kubeconfig}`,
      `--controllers=${controllers.join(',')}`,
      '--secure-port=0',
      '--leader-elect=false', // ours has no election either
      '--kube-api-qps=500', // the default would pace it
      '--kube-api-burst=1000',
    ];
    return started(join(assets, 'kube-controller-manager'), args, /^kube-controller-manager/);
  },
  reeve: ({ kubeconfig }) => startPart(kubeconfig, 'controllers'),
};

/** The scheduler and the kubelets. @param {Place} place */
export const startNodes = ({ kubeconfig }) => startPart(kubeconfig, 'nodes');

/** @param {string} kubeconfig @param {'controllers' | 'nodes'} part */
async function startPart(kubeconfig, part) {
  const script = fileURLToPath(new URL('part.mjs', import.meta.url));
  const subject = started(process.execPath, [script, kubeconfig, part], new RegExp(`^bench-${part}$`), true);
  await subject.ready;
  return subject;
}

/** @param {string} command @param {readonly string[]} args @param {RegExp} agent @param {boolean} [speaks] says a line when it works */
function started(command, args, agent, speaks = false) {
  const child = spawn(command, args, { stdio: ['ignore', speaks ? 'pipe' : 'ignore', speaks ? 'inherit' : 'ignore'] });
  const reap = () => child.kill('SIGKILL');
  process.once('exit', reap); // a benchmark that fails leaves nothing behind
  const closed = once(child, 'close');
  const stop = async () => {
    process.off('exit', reap);
    child.kill('SIGKILL');
    await closed;
  };
  const ready = child.stdout ? once(createInterface({ input: child.stdout }), 'line') : undefined;
  return { pid: child.pid ?? 0, agent, stop, ready };
}
