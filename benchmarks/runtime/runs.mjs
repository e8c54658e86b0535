/**
 * What a subject notes of its runs: how long after the event was sent each began. It reports when all objects have been looked at, and at every marker: one line of JSON with the CPU of all
 * its threads since the phase began. Garbage is collected when the engine sees fit, and never between two phases: a full collection throws compiled code away, and what follows would
 * measure compilers.
 */

/** Answers what to call when a run begins. @param {number} objects */
export function openRuns(objects) {
  const waits = new Float64Array(100_000);
  let runs = 0;
  let isSynced = false;
  let since = process.cpuUsage();

  return (/** @type {string} */ name, /** @type {string} */ sentAt) => {
    waits[runs] = Number(process.hrtime.bigint() / 1000n) - Number(sentAt);
    runs += 1;
    const isOver = isSynced ? name.startsWith('marker-') : runs === objects;
    if (!isOver) return;
    const { user, system } = process.cpuUsage(since);
    const noted = waits.slice(0, Math.max(1, runs - 1)).toSorted();
    isSynced = true;
    runs = 0;
    const phase = { phase: 'events', runs: noted.length, p50: at(noted, 0.5), p99: at(noted, 0.99) };
    console.log(JSON.stringify({ ...phase, cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss() }));
    since = process.cpuUsage();
  };
}

/** @param {Float64Array} sorted @param {number} share */
const at = (sorted, share) => sorted[Math.floor(sorted.length * share)] ?? 0;
