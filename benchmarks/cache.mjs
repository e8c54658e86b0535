/**
 * What a cache costs: CPU of the first sync, of each event and of a relist, memory per object and at its highest, and how long the event loop stands
 * still; beside the floor (bytes, `JSON.parse`, `Map`), the peers of TypeScript, and client-go and kube-rs where their tools are. Every subject is a
 * process of its own; the best of the rounds counts, because noise only ever adds. A subject that takes longer than `SLOW_MS` for a round is not run
 * again. `REEVE_BENCH_ROUNDS`, `REEVE_BENCH_OBJECTS`, `REEVE_BENCH_SECTIONS` (`pods,websites,configmaps,stalls`) and `REEVE_BENCH_SUBJECTS` (a pattern of
 * names) make it shorter: bars whose figures are missing are told as not measured.
 */
import { installPeers } from './client/peers.mjs';
import { barsOf } from './cache/bars.mjs';
import { buildGo, buildRust } from './cache/programs.mjs';
import { everyPhase, runSubject, startServer } from './cache/run-subject.mjs';
import { otherSubjects, ownSubjects, peerSubjects, stallSubject } from './cache/subjects.mjs';

const SLOW_MS = 20_000;
const rounds = Number(process.env.REEVE_BENCH_ROUNDS ?? 2);
const objects = Number(process.env.REEVE_BENCH_OBJECTS ?? 20_000);
const events = Math.round(objects * 2.5);
const sections = (process.env.REEVE_BENCH_SECTIONS ?? 'pods,websites,configmaps,stalls').split(',');
const wanted = new RegExp(process.env.REEVE_BENCH_SUBJECTS ?? '');

/** @typedef {import('./cache/run-subject.mjs').Phase} Phase */
/** @typedef {Partial<Record<import('./cache/run-subject.mjs').Step, Phase>>} Result */

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  const peers = wanted.test('client-node fluent') ? await installPeers(log) : undefined;
  const programs = {
    go: wanted.test('client-go') ? await buildGo(log) : undefined,
    rust: wanted.test('kube-rs') ? await buildRust(log) : undefined,
  };
  /** @type {Record<string, Record<string, Result>>} */
  const results = {};
  for (const dataset of ['pods', 'websites', 'configmaps'].filter((name) => sections.includes(name))) {
    const server = await startServer(dataset, objects);
    const subjects = {
      ...ownSubjects(server.url, dataset),
      ...(peers !== undefined && peerSubjects(server.url, dataset, objects, peers)),
      ...otherSubjects(server.url, dataset, programs),
    };
    results[dataset] = await measureAll(subjects, server.url, (line) => log(`${dataset}: ${line}`));
    server.stop();
  }
  const stalls = sections.includes('stalls') ? await measureStalls(log) : {};
  return { name: 'cache', measurements: measurementsOf(results), ...barsOf(results, stalls, objects) };
}

/** The longest stall while five times as many objects are synced. @param {(line: string) => void} log */
async function measureStalls(log) {
  log(`${objects * 5} pods, for stalls`);
  const server = await startServer('pods', objects * 5);
  /** @type {Result} */
  let best = {};
  for (let round = 1; round <= rounds; round += 1)
    best = better(best, await runSubject(stallSubject(server.url), { url: server.url, events }));
  server.stop();
  return best;
}

/**
 * Round after round, each subject once per round.
 * @param {Record<string, import('./cache/run-subject.mjs').Subject>} subjects
 * @param {string} url
 * @param {(line: string) => void} log
 */
async function measureAll(subjects, url, log) {
  /** @type {Record<string, Result>} */
  const best = {};
  const slow = new Set();
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, subject] of Object.entries(subjects)) {
      if (!wanted.test(name) || slow.has(name)) continue;
      const start = performance.now();
      const result = await runSubject(subject, { url, events });
      best[name] = better(best[name] ?? {}, result);
      const tookMs = performance.now() - start;
      if (tookMs > SLOW_MS) slow.add(name);
      log(`${name}, round ${round}: ${(tookMs / 1000).toFixed(1)} s${wordOn(result, subject)}`);
    }
  }
  return best;
}

/** What a subject did not come to before its deadline. @param {Result} result @param {import('./cache/run-subject.mjs').Subject} subject */
function wordOn(result, { phases = everyPhase }) {
  const missing = phases.filter((phase) => result[phase] === undefined);
  return missing.length === 0 ? '' : `, ended without ${missing.join(', ')}`;
}

/** The lowest figure of each phase. @param {Result} one @param {Result} other @returns {Result} */
function better(one, other) {
  const merged = { ...one };
  for (const [step, phase] of /** @type {[keyof Result, Phase][]} */ (Object.entries(other))) {
    const before = merged[step];
    merged[step] = before === undefined ? phase : { ...phase, ...lowest(before, phase) };
  }
  return merged;
}

/** What noise can only add to. @param {Phase} one @param {Phase} other */
const lowest = (one, other) => ({
  cpuMs: Math.min(one.cpuMs, other.cpuMs),
  peakRss: Math.min(one.peakRss, other.peakRss),
  stallMs: Math.min(one.stallMs, other.stallMs),
});

/** @param {Record<string, Record<string, Result>>} results */
function measurementsOf(results) {
  return Object.entries(results).flatMap(([dataset, subjects]) =>
    Object.entries(subjects).flatMap(([name, result]) => rowsOf(`${dataset}: ${name}`, result)),
  );
}

/** @param {string} name @param {Result} result */
function rowsOf(name, { synced, relisted, events: single, bursts }) {
  const micros = (/** @type {string} */ what, /** @type {Phase | undefined} */ phase, /** @type {number} */ per) =>
    phase === undefined ? [] : [{ name: `${name}, ${what}`, value: (phase.cpuMs * 1000) / per, unit: 'µs CPU' }];
  return [
    ...micros('sync, per object', synced, objects),
    ...micros('relist, per object', relisted, objects),
    ...micros('event', single, events),
    ...micros('event of a burst of 5', bursts, events),
    ...(synced === undefined
      ? []
      : [
          { name: `${name}, heap per object`, value: (synced.heap - synced.baseline) / objects, unit: 'bytes' },
          { name: `${name}, memory after the sync`, value: synced.rss / 2 ** 20, unit: 'MB' },
          { name: `${name}, memory at its highest while syncing`, value: synced.peakRss / 2 ** 20, unit: 'MB' },
        ]),
  ];
}
