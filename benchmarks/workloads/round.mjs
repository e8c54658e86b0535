/**
 * One round of one subject: a cluster, the nodes, the controllers, the Deployments until all their pods serve, some more of them, and ten seconds in which nothing happens.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, KubeConfig } from '@reeve/client';
import { startRealCluster } from '../../tools/real-cluster/start.mjs';
import { auditArguments, AuditLog, total } from './audit-log.mjs';
import { deployAll } from './load.mjs';
import { startNodes } from './subjects.mjs';

/**
 * @typedef {object} Figures
 * @property {number} readySeconds
 * @property {number} cpuMs from before the first Deployment until all is quiet
 * @property {number} furtherCpuMs the same for those that follow
 * @property {number} requests
 * @property {Readonly<Record<string, number>>} byVerb
 * @property {number} rss in MB
 * @property {number} peakRss in MB
 * @property {number} idleCpuMs
 * @property {number} idleRequests
 */

const idleMs = 10_000;

/**
 * @param {{ assets: string, start: (place: import('./subjects.mjs').Place) => Promise<import('./subjects.mjs').Subject>, deployments: number, further: number }} options
 * @returns {Promise<Figures>}
 */
export async function runRound({ assets, start, deployments, further }) {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'));
  const cluster = await startRealCluster({ assets, apiServerArgs: auditArguments(folder) });
  const place = { assets, kubeconfig: cluster.kubeconfig };
  const nodes = await startNodes(place);
  const subject = await start(place);
  const connection = connect((await KubeConfig.parse(cluster.kubeconfigText)).connection());
  try {
    const log = new AuditLog(folder, subject.agent);
    const before = await quiet(log);
    const cpuBefore = cpuMs(subject.pid);
    const readySeconds = await deployAll(connection.transport, { name: 'app', count: deployments });
    const after = await quiet(log);
    const cpuAfter = cpuMs(subject.pid);
    await deployAll(connection.transport, { name: 'more', count: further });
    const atRest = await quiet(log);
    const cpuAtRest = cpuMs(subject.pid);
    const memory = memoryOf(subject.pid);
    await delay(idleMs);
    return {
      readySeconds,
      cpuMs: cpuAfter - cpuBefore,
      furtherCpuMs: cpuAtRest - cpuAfter,
      requests: total(after) - total(before),
      byVerb: difference(after, before),
      ...memory,
      idleCpuMs: cpuMs(subject.pid) - cpuAtRest,
      idleRequests: total(log.counts()) - total(atRest),
    };
  } finally {
    await connection.close();
    await subject.stop();
    await nodes.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Waits until the subject has sent nothing for three seconds, having sent something before. @param {AuditLog} log */
async function quiet(log) {
  let counts = log.counts();
  for (let still = 0; still < 3 || total(counts) === 0;) {
    await delay(1000);
    const now = log.counts();
    still = total(now) === total(counts) ? still + 1 : 0;
    counts = now;
  }
  return counts;
}

/** @param {Readonly<Record<string, number>>} after @param {Readonly<Record<string, number>>} before */
const difference = (after, before) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => /** @type {const} */ ([name, count - (before[name] ?? 0)]))
      .filter(([, count]) => count > 0),
  );

/** The CPU that a process has used, in steps of ten milliseconds. @param {number} pid */
function cpuMs(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** @param {number} pid */
function memoryOf(pid) {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (/** @type {string} */ field) =>
    Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(text)?.[1]) / 1024;
  return { rss: megabytes('VmRSS'), peakRss: megabytes('VmHWM') };
}
