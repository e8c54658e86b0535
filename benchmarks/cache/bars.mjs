/**
 * The targets that a cache is held to, each a ratio within one run.
 */
import { divided } from '../../scripts/bench/report.mjs';

/** @typedef {Partial<Record<import('./run-subject.mjs').Step, import('./run-subject.mjs').Phase>>} Result */

/**
 * @param {Record<string, Record<string, Result>>} results by dataset and subject
 * @param {Result} stalls
 * @param {number} objects
 */
export function barsOf(results, stalls, objects) {
  const all = [
    ...datasets.flatMap((dataset) => cpuBars(dataset, results[dataset] ?? {})),
    ...memoryBars(results, objects),
    bar('longest stall of the event loop, 100,000 pods, ms', stalls.synced?.stallMs, 10),
  ];
  return divided(all, 'a subject did not run: its tools are missing, it was not asked for, or it did not end');
}

const datasets = ['pods', 'websites', 'configmaps'];

const phases = /** @type {const} */ ({ sync: 'synced', event: 'events', 'event of a burst': 'bursts' });

/** @param {string} dataset @param {Record<string, Result>} subjects */
function cpuBars(dataset, subjects) {
  const { floor = {}, transport = {}, reeve = {} } = subjects;
  const full = subjects['reeve, full objects'] ?? {};
  const decode = cpu(floor, 'synced') - cpu(transport, 'synced');
  return [
    ...Object.entries(phases).flatMap(([word, phase]) => [
      bar(`${dataset}: ${word}, against the floor`, cpu(reeve, phase) / cpu(floor, phase), 0.6),
      bar(`${dataset}: ${word}, full objects, against the floor`, cpu(full, phase) / cpu(floor, phase), 1.2),
      ...rivals(subjects).map(([name, rival]) =>
        bar(
          `${dataset}: ${word}, ${name} against ours`,
          cpu(rival, phase) / cpu(reeve, phase),
          lead(name, phase),
          true,
        ),
      ),
    ]),
    bar(
      `${dataset}: relist of an unchanged cache, without transport`,
      (cpu(reeve, 'relisted') - cpu(transport, 'relisted')) / decode,
      0.15,
    ),
  ];
}

/**
 * The rivals that were measured, and those that were not.
 * @param {Record<string, Result>} subjects
 * @returns {[name: string, result: Result][]}
 */
const rivals = (subjects) =>
  rivalNames.flatMap((rival) => {
    const measured = Object.entries(subjects).filter(([name]) => name.startsWith(rival));
    return measured.length > 0 ? measured : [[rival, {}]];
  });

const rivalNames = ['client-node', 'fluent', 'client-go', 'kube-rs'];

/** How far ahead of a rival we must be. @param {string} name @param {string} phase */
function lead(name, phase) {
  if (name.startsWith('kube-rs')) return 1;
  if (!name.startsWith('client-go')) return 1.5;
  return phase === 'synced' ? 1 : 5;
}

/** @param {Record<string, Record<string, Result>>} results @param {number} objects */
function memoryBars({ pods = {}, websites = {} }, objects) {
  const { reeve = {} } = pods;
  return [
    bar('pods: heap per object, bytes', heap(reeve, objects), 3000),
    bar('pods: heap per object, metadata only, bytes', heap(pods['reeve, metadata only'] ?? {}, objects), 1000),
    bar('websites: heap per object, bytes', heap(websites['reeve'] ?? {}, objects), 800),
    bar('pods: highest memory of the sync against what stays', ratio(reeve.synced?.peakRss, reeve.synced?.rss), 1.15),
    bar(
      'pods: highest memory of a relist against what stays',
      ratio(reeve.relisted?.peakRss, reeve.relisted?.rss),
      1.25,
    ),
    bar(
      'pods: highest memory over the events against the live heap',
      ratio(reeve.events?.peakRss, reeve.events?.heap),
      2.3,
    ),
  ];
}

/** @param {Result} result @param {keyof Result} phase */
const cpu = (result, phase) => result[phase]?.cpuMs ?? NaN;

/** @param {Result} result @param {number} objects */
const heap = ({ synced }, objects) => (synced === undefined ? NaN : (synced.heap - synced.baseline) / objects);

/** @param {number | undefined} one @param {number | undefined} other */
const ratio = (one = NaN, other = NaN) => one / other;

/**
 * @param {string} name
 * @param {number | undefined} value
 * @param {number} limit
 * @param {boolean} [atLeast]
 */
const bar = (name, value = NaN, limit, atLeast = false) => ({
  name,
  value,
  limit,
  held: atLeast ? value >= limit : value <= limit,
  ...(atLeast && { atLeast }),
});
