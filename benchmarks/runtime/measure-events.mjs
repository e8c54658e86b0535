/**
 * Runs subjects, one after the other and round after round, against a server that sends events at a steady rate. Each event says when it was sent, and goes to another object than those
 * before it, so that none is merged with another.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startEventServer } from './event-server.mjs';

/**
 * @typedef {{ command: string, args: readonly string[] }} Subject
 * @typedef {{ p50: number, p99: number, cpuMicros: number, rss: number, runs: number }} Phase micros, and bytes
 * @typedef {Record<string, Record<number, Phase>>} Results by subject and rate
 */

/** Events per second. @type {readonly number[]} */
export const rates = [1000, 5000];

/** Short phases, and several of them: machines that are shared stand still for milliseconds many times a second at their worst, and then not for seconds. */
const [seconds, phasesPerRate] = [2, 5];

/** Phases that come first and do not count: until then it is compilers that are measured. There are several, since the marker behind each is an object of another shape, for which code is compiled anew. */
const warmUps = [20_000, 20_000, 10_000, 10_000];

/**
 * @param {{ subjects: Record<string, Subject>, rounds: number, objects: number, log: (line: string) => void }} options
 * @returns {Promise<Results>}
 */
export async function measureEvents({ subjects, rounds, objects, log }) {
  const server = await startEventServer(objects);
  /** @type {Results} */
  const results = {};
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, subject] of Object.entries(subjects)) {
      log(`events: ${name}, round ${round}`);
      results[name] = better(results[name] ?? {}, await runSubject(subject, server));
    }
  }
  server.stop();
  return results;
}

/** @param {Subject} subject @param {Awaited<ReturnType<typeof startEventServer>>} server */
async function runSubject({ command, args }, server) {
  const child = spawn(command, [...args, server.url], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (/** @type {Buffer} */ data) => (complaints = (complaints + data).slice(-2000)));
  const reports = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** @type {Record<number, Phase>} */
  const phases = {};
  try {
    await nextReport(reports);
    for (const count of warmUps) {
      await server.send(5000, count);
      await nextReport(reports);
    }
    for (const rate of rates) {
      for (let nth = 0; nth < phasesPerRate; nth += 1) {
        const count = rate * seconds;
        await server.send(rate, count);
        const { cpuMs, rss, p50, p99, runs } = await nextReport(reports);
        phases[rate] = lowest(phases[rate], { p50, p99, cpuMicros: (cpuMs * 1000) / count, rss, runs });
      }
    }
  } catch (error) {
    console.error(`${String(error)}\n${complaints}`);
  }
  child.kill('SIGKILL');
  return phases;
}

/** @param {AsyncIterator<string>} reports */
async function nextReport(reports) {
  const timer = AbortSignal.timeout(60_000);
  for (;;) {
    const late = once(timer, 'abort').then(() => ({ value: '', done: true }));
    const { value, done } = await Promise.race([reports.next(), late]);
    if (done) throw new Error('the subject has ended, or says nothing');
    if (value.startsWith('{"phase"')) return JSON.parse(value);
  }
}

/** @param {Record<number, Phase>} one @param {Record<number, Phase>} other */
function better(one, other) {
  const merged = { ...one };
  for (const rate of rates) {
    const phase = other[rate];
    if (phase !== undefined) merged[rate] = lowest(merged[rate], phase);
  }
  return merged;
}

/** The lowest figures: what runs beside can only add. @param {Phase | undefined} one @param {Phase} other @returns {Phase} */
function lowest(one, other) {
  if (one === undefined) return other;
  return {
    p50: Math.min(one.p50, other.p50),
    p99: Math.min(one.p99, other.p99),
    cpuMicros: Math.min(one.cpuMicros, other.cpuMicros),
    rss: Math.min(one.rss, other.rss),
    runs: Math.min(one.runs, other.runs),
  };
}
