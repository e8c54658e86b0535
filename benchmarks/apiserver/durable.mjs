/**
 * A server on a data folder: creates that are on the disk when they are answered, and how long it takes to start again with 100,000 objects after a kill.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNamespace, createsPerSecond } from './loads.mjs';

const program = fileURLToPath(new URL('../../packages/reeve/dist/bundle/bin/reeve.js', import.meta.url));
const objects = 100_000;
const starts = 3;

/**
 * `reeve server --data` on a folder of its own, as a subject beside others.
 * @returns {Promise<import('./subjects.mjs').Subject & { restart: () => Promise<number>, megabytes: () => number }>}
 */
export async function startDurable() {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'));
  const data = join(folder, 'data');
  let running = await started(folder);
  const reap = () => running.child.kill('SIGKILL');
  process.once('exit', reap); // a benchmark that fails leaves nothing behind
  const kill = async () => {
    const ended = once(running.child, 'close');
    running.child.kill('SIGKILL');
    await ended;
  };
  return {
    name: 'durable',
    readyMs: running.readyMs,
    get access() {
      return running.access;
    },
    get pids() {
      return [running.child.pid ?? 0];
    },
    /** Kills it, starts it again, and gives the time to ready. */
    async restart() {
      await kill();
      running = await started(folder);
      return running.readyMs;
    },
    megabytes: () => readdirSync(data).reduce((sum, name) => sum + statSync(join(data, name)).size, 0) / 1e6,
    async stop() {
      process.off('exit', reap);
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The best time of some starts with 100,000 objects, each after a kill, and what the folder holds. */
export async function restartWithMany() {
  const subject = await startDurable();
  try {
    await createNamespace(subject.access, 'many');
    await createsPerSecond(subject.access, { namespace: 'many', count: objects, inFlight: 32 });
    const megabytes = subject.megabytes();
    let best = Infinity;
    for (let start = 0; start < starts; start += 1) best = Math.min(best, await subject.restart());
    return { restartMs: best, megabytes };
  } finally {
    await subject.stop();
  }
}

/** @param {string} folder */
async function started(folder) {
  const began = performance.now();
  const flags = ['server', '--data', 'data', '--kubeconfig', 'kubeconfig'];
  const child = spawn(process.execPath, [program, ...flags], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  for await (const piece of child.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false }))
    if ((said += piece).includes('ready in')) break;
  if (!said.includes('ready in')) throw new Error(`the server did not start: ${said}`);
  child.stderr.resume();
  const readyMs = performance.now() - began;
  const { clusters, users } = JSON.parse(readFileSync(join(folder, 'kubeconfig'), 'utf8'));
  const text = (/** @type {string} */ base64) => Buffer.from(base64, 'base64').toString();
  const access = {
    url: clusters[0].cluster.server,
    ca: text(clusters[0].cluster['certificate-authority-data']),
    cert: text(users[0].user['client-certificate-data']),
    key: text(users[0].user['client-key-data']),
  };
  return { child, access, readyMs };
}
