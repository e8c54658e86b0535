/**
 * What the client costs beside others, against the same server over TLS in one run: GETs one after the other and 32 at once, handshakes, sockets that stay
 * open, lists of 20,000 objects, and what importing it costs. Each client runs in a process of its own. Ours and the bare loop take turns, and the best of
 * each counts: a ratio of a tenth is lost when the machine is busy with something else while one of them runs.
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { divided } from '../scripts/bench/report.mjs';
import { installPeers } from './client/peers.mjs';

/** @typedef {import('../scripts/bench/report.mjs').Measurement} Measurement */
/** @typedef {{ perSecond: number, cpuMicros: number }} Load */
/** @typedef {{ ms: number, cpuMs: number, items: number }} Listing */
/**
 * @typedef {object} Figures
 * @property {number} importMs
 * @property {number} importMegabytes
 * @property {Load} sequential
 * @property {number} sequentialHandshakes
 * @property {Load} parallel
 * @property {number} parallelHandshakes
 * @property {number} socketsOpen
 * @property {Listing} configMaps
 * @property {Listing} pods
 */

const run = promisify(execFile);
const objects = 20_000;
const inFlight = 32;
const turns = 3;
const ours = ['reeve', 'reeve, transport alone', 'bare undici'];
const others = ['client-node 1.4.0', 'client-node 2.0.1', 'kubernetes-fluent-client 3.11.6'];

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  const peers = await installPeers(log);
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'));
  const kubeconfig = join(folder, 'kubeconfig');
  log('filling the server');
  const server = await startServer(kubeconfig);
  /** @type {Map<string, Figures>} */
  const figures = new Map();
  try {
    for (let turn = 1; turn <= turns; turn += 1) {
      for (const name of ours) {
        log(`${name}, turn ${turn} of ${turns}`);
        figures.set(name, better(await measure(name, kubeconfig), figures.get(name)));
      }
    }
    for (const name of peers ? others : []) {
      log(name);
      const figure = await measure(name, kubeconfig, peers).catch(() => undefined);
      if (figure) figures.set(name, figure);
      else log(`${name} does not run on Node ${process.version}: left out`);
    }
  } finally {
    server.kill();
    rmSync(folder, { recursive: true });
  }
  return {
    name: 'client',
    measurements: [...figures].flatMap(([name, figure]) => rowsOf(name, figure)),
    ...divided(barsOf(figures), 'this client could not be installed, or does not run on this Node'),
  };
}

/** @param {string} kubeconfig where its kubeconfig is written */
async function startServer(kubeconfig) {
  const child = fork(fileURLToPath(new URL('client/server.mjs', import.meta.url)), [String(objects)]);
  process.once('exit', () => child.kill()); // a benchmark that fails leaves nothing behind
  const [text] = await once(child, 'message');
  writeFileSync(kubeconfig, text);
  return child;
}

/**
 * @param {string} name
 * @param {string} kubeconfig
 * @param {string | undefined} peers
 * @returns {Promise<Figures>}
 */
async function measure(name, kubeconfig, peers = '') {
  const script = fileURLToPath(new URL('client/subject.mjs', import.meta.url));
  const { stdout } = await run(process.execPath, [script, name, kubeconfig, peers], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/**
 * The better of two runs, figure by figure. Of what is counted rather than measured, the worse: it is no noise.
 * @param {Figures} one
 * @param {Figures | undefined} other
 * @returns {Figures}
 */
function better(one, other = one) {
  return {
    importMs: Math.min(one.importMs, other.importMs),
    importMegabytes: Math.min(one.importMegabytes, other.importMegabytes),
    sequential: betterLoad(one.sequential, other.sequential),
    sequentialHandshakes: Math.max(one.sequentialHandshakes, other.sequentialHandshakes),
    parallel: betterLoad(one.parallel, other.parallel),
    parallelHandshakes: Math.max(one.parallelHandshakes, other.parallelHandshakes),
    socketsOpen: Math.max(one.socketsOpen, other.socketsOpen),
    configMaps: one.configMaps.cpuMs < other.configMaps.cpuMs ? one.configMaps : other.configMaps,
    pods: one.pods.cpuMs < other.pods.cpuMs ? one.pods : other.pods,
  };
}

/** @param {Load} one @param {Load} other @returns {Load} */
const betterLoad = (one, other) => ({
  perSecond: Math.max(one.perSecond, other.perSecond),
  cpuMicros: Math.min(one.cpuMicros, other.cpuMicros),
});

/** @param {string} name @param {Figures} figures @returns {Measurement[]} */
function rowsOf(name, figures) {
  /** @type {[string, number, string][]} */
  const rows = [
    ['GETs, one after the other', figures.sequential.perSecond, 'per second'],
    ['GETs, one after the other, CPU', figures.sequential.cpuMicros, 'µs each'],
    ['GETs, one after the other, handshakes after the first', figures.sequentialHandshakes, ''],
    ['GETs, 32 in flight', figures.parallel.perSecond, 'per second'],
    ['GETs, 32 in flight, CPU', figures.parallel.cpuMicros, 'µs each'],
    ['GETs, 32 in flight, handshakes after the first of each line', figures.parallelHandshakes, ''],
    ['sockets open afterwards', figures.socketsOpen, ''],
    ['list of 20,000 ConfigMaps', figures.configMaps.ms, 'ms'],
    ['list of 20,000 ConfigMaps, CPU', figures.configMaps.cpuMs, 'ms'],
    ['list of 20,000 pods', figures.pods.ms, 'ms'],
    ['list of 20,000 pods, CPU', figures.pods.cpuMs, 'ms'],
    ['import', figures.importMs, 'ms'],
    ['import, above bare Node', figures.importMegabytes, 'MB resident'],
  ];
  return rows.map(([what, value, unit]) => ({ name: `${name}: ${what}`, value, unit }));
}

/** @param {ReadonlyMap<string, Figures>} figures */
function barsOf(figures) {
  const reeve = /** @type {Figures} */ (figures.get('reeve'));
  const bare = /** @type {Figures} */ (figures.get('bare undici'));
  return [
    ...others.flatMap((name) => {
      const { sequential, parallel } = figures.get(name) ?? {};
      return [
        atLeast(
          `GETs one after the other against ${name}, ratio`,
          reeve.sequential.perSecond / (sequential?.perSecond ?? NaN),
          5,
        ),
        atLeast(`GETs 32 in flight against ${name}, ratio`, reeve.parallel.perSecond / (parallel?.perSecond ?? NaN), 5),
      ];
    }),
    atMost('handshakes after the first, one after the other', reeve.sequentialHandshakes, 0),
    atMost('handshakes after the first of each line, 32 in flight', Math.max(0, reeve.parallelHandshakes), 0),
    atMost('sockets open after 32 in flight', reeve.socketsOpen, inFlight),
    atMost(
      'CPU per GET one after the other against bare undici, ratio',
      reeve.sequential.cpuMicros / bare.sequential.cpuMicros,
      1.1,
    ),
    atMost(
      'CPU per GET 32 in flight against bare undici, ratio',
      reeve.parallel.cpuMicros / bare.parallel.cpuMicros,
      1.1,
    ),
    atMost('import, ms', reeve.importMs, 60),
    atMost('import, MB resident above bare Node', reeve.importMegabytes, 15),
  ];
}

/** @param {string} name @param {number} value @param {number} limit */
const atMost = (name, value, limit) => ({ name, value, limit, held: value <= limit });

/** @param {string} name @param {number} value @param {number} limit */
const atLeast = (name, value, limit) => ({ name, value, limit, held: value >= limit, atLeast: true });
