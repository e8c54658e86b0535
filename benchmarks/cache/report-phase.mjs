/**
 * What a subject says about itself at the end of a phase, as one line of JSON on stdout: CPU of all its threads since the phase began, memory now and at
 * its highest, and the longest time that its event loop stood still, leaving out collections of garbage, and waiting for a processor that others had.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { PerformanceObserver, performance } from 'node:perf_hooks';

let since = process.cpuUsage();
/** @type {{ start: number, end: number }[]} */
let collections = [];
let longest = 0;
let last = performance.now();

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    collections.push({ start: startTime, end: startTime + duration });
}).observe({ entryTypes: ['gc'] });

/** @typedef {{ start: number, end: number, delayed: number }} Gap */

/** Looks at the clock in every turn of the event loop while `isOn`: what lies between two turns is a stall. */
const stalls = { isOn: false };

/** Begins to look for stalls. It costs CPU, so that phases whose CPU counts are measured without. */
export function watchStalls() {
  stalls.isOn = true;
  last = performance.now();
  let delay = runDelayMs();
  const turn = () => {
    const [now, delayNow] = [performance.now(), runDelayMs()];
    if (now - last >= SHORTEST_GAP) gaps.push({ start: last, end: now, delayed: delayNow - delay });
    [last, delay] = [now, delayNow];
    if (stalls.isOn) setImmediate(turn);
  };
  setImmediate(turn);
}

/** @type {Gap[]} */
let gaps = [];

/** Shorter ones are of no interest. */
const SHORTEST_GAP = 3;

/**
 * Only at the end of a phase: the observer hears of collections late, and what this costs would be a stall itself. Collections and delays may
 * overlap, so that the longer of the two is taken off and not both: what is left is never too little.
 */
function settleGaps() {
  for (const gap of gaps) {
    const collected = collections.reduce(
      (sum, { start, end }) => sum + Math.max(0, Math.min(end, gap.end) - Math.max(start, gap.start)),
      0,
    );
    longest = Math.max(longest, gap.end - gap.start - Math.max(collected, gap.delayed));
  }
  gaps = [];
}

/**
 * The first phase begins now, and not with the program: what it loaded so far is not counted. Answers the heap before anything is cached.
 */
export async function begin() {
  for (let time = 0; time < 3; time += 1) globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { heapUsed, external } = process.memoryUsage();
  resetHighWater();
  last = performance.now();
  since = process.cpuUsage();
  return heapUsed + external;
}

/**
 * @param {string} phase
 * @param {Record<string, unknown>} [more]
 */
export async function reportPhase(phase, more = {}) {
  const { user, system } = process.cpuUsage(since);
  const peak = highWater();
  await new Promise((resolve) => setTimeout(resolve, 50)); // the observer hears of collections a little later
  settleGaps();
  const stallMs = longest;
  for (let time = 0; time < 3; time += 1) globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { heapUsed, external, rss } = process.memoryUsage();
  console.log(
    JSON.stringify({
      phase,
      cpuMs: (user + system) / 1000,
      peakRss: peak,
      rss,
      heap: heapUsed + external,
      stallMs,
      ...more,
    }),
  );
  resetHighWater();
  collections = [];
  longest = 0;
  gaps = [];
  last = performance.now();
  since = process.cpuUsage();
}

/** How long this thread has waited for a processor so far; Linux knows. */
function runDelayMs() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** The most memory that the process had since it was last reset; Linux knows. */
function highWater() {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return Number(kilobytes) * 1024;
  } catch {
    return process.memoryUsage.rss();
  }
}

function resetHighWater() {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Elsewhere the highest of all phases counts.
  }
}
