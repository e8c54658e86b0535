/**
 * The servers that are compared: ours as a command, and the real one with its etcd, where its programs are to be had.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../scripts/assets/write-assets.mjs';
import { Connection } from './connection.mjs';

/** @typedef {import('./connection.mjs').Access} Access */
/** @typedef {{ name: string, access: Access, pids: number[], readyMs: number, stop: () => Promise<void> }} Subject */

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = `${root}packages/apiserver/dist/bundle/bin/kube-apiserver.js`;
const lookEveryMs = 2;

/**
 * Starts our server as envtest would, and times it from the start of the process to the first `ok` of /readyz.
 * @param {{ ca: string, cert: string, key: string }} client the authority of client certificates, and one of them
 * @param {string} folder where its certificate is, or is put
 * @param {string} kept where certificates are kept between starts
 * @returns {Promise<Subject>}
 */
export async function startOurs(client, folder, kept) {
  writeFileSync(join(folder, 'client-ca.crt'), client.ca);
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [...nodeFlags, program, '--secure-port=0', `--cert-dir=${folder}`, `--client-ca-file=${folder}/client-ca.crt`],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, REEVE_CERTIFICATES: kept } },
  );
  const reap = () => child.kill();
  process.once('exit', reap); // a benchmark that fails leaves nothing behind
  const url = await urlSaid(child);
  const access = { url, ca: readFileSync(join(folder, 'apiserver.crt'), 'utf8'), cert: client.cert, key: client.key };
  await untilReady(access);
  const readyMs = performance.now() - started;
  const closed = once(child, 'close');
  const stop = async () => {
    process.off('exit', reap);
    child.kill();
    await closed;
  };
  return { name: 'ours', access, pids: [child.pid ?? 0], readyMs, stop };
}

/**
 * Starts the real server and its etcd, when their programs are there; nothing is built for a benchmark.
 * @returns {Promise<Subject | undefined>}
 */
export async function startReal() {
  const { builtAssets } = await import(`${root}tools/real-cluster/assets.mjs`);
  const { startRealCluster } = await import(`${root}tools/real-cluster/start.mjs`);
  const assets = process.env['KUBEBUILDER_ASSETS'] ?? builtAssets(process.env);
  if (!existsSync(join(assets, 'kube-apiserver'))) return undefined;
  const started = performance.now();
  const cluster = await startRealCluster({ assets });
  const readyMs = performance.now() - started;
  const { url, ca, cert, key } = cluster;
  return { name: 'real', access: { url, ca, cert, key }, pids: cluster.pids.slice(1), readyMs, stop: cluster.stop };
}

/** What the processes of a server hold in memory, in MB; NaN where that cannot be seen. @param {Subject} subject */
export const residentMegabytes = ({ pids }) =>
  pids
    .map((pid) => (existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''))
    .map((text) => Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? Number.NaN) / 1024)
    .reduce((sum, megabytes) => sum + megabytes, 0);

/** The CPU that the processes of a server have used, in microseconds, in steps of ten thousand; NaN where that cannot be seen. @param {Subject} subject */
export const cpuMicroseconds = ({ pids }) =>
  pids
    .map((pid) => (existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''))
    .map((text) => text.slice(text.lastIndexOf(')') + 2).split(' '))
    .map((fields) => (Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)) * 10_000)
    .reduce((sum, microseconds) => sum + microseconds, 0);

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function urlSaid(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (piece) => {
      text += piece;
      const [, url] = /serving on (https:\/\/\S+)/.exec(text) ?? [];
      if (url) resolve(url);
    });
    child.once('exit', () => reject(new Error(`the server ended: ${text}`)));
  });
}

/** @param {Access} access */
async function untilReady(access) {
  for (;;) {
    const connection = await Connection.open(access);
    const { status } = await connection.request('GET', '/readyz');
    connection.close();
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}
