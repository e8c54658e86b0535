/**
 * What a subject notes of its runs: how long after the event was sent each began. It reports when all objects have been looked at, and at every marker.
 */
import { begin, reportPhase } from '../cache/report-phase.mjs';

/** Answers what to call when a run begins. @param {number} objects */
export async function openRuns(objects) {
  await begin();
  const waits = new Float64Array(100_000);
  let runs = 0;
  let isSynced = false;

  return (/** @type {string} */ name, /** @type {string} */ sentAt) => {
    waits[runs] = Number(process.hrtime.bigint() / 1000n) - Number(sentAt);
    runs += 1;
    const isOver = isSynced ? name.startsWith('marker-') : runs === objects;
    if (!isOver) return;
    const noted = waits.slice(0, Math.max(1, runs - 1)).toSorted();
    isSynced = true;
    runs = 0;
    void reportPhase('events', { runs: noted.length, p50: at(noted, 0.5), p99: at(noted, 0.99) });
  };
}

/** @param {Float64Array} sorted @param {number} share */
const at = (sorted, share) => sorted[Math.floor(sorted.length * share)] ?? 0;
