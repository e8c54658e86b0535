/**
 * What a controller adds to the informer, beside what a loop written by hand adds: all in one process, in turns so short that what disturbs the machine disturbs few of them, and the median of what they
 * differ by. Each goes first and last in turn, so that none has the better time. Two processes that are measured minutes apart differ by more than that for reasons of their own; and as the engine
 * compiles each process a little differently, the mean of several counts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startEventServer } from './event-server.mjs';
import { nodeFlags } from './subjects.mjs';

/** Who takes turns; the first is what the others stand on. */
const subjects = /** @type {const} */ (['informer', 'hand', 'controller', 'metrics']);

/** @typedef {Record<typeof subjects[number], number>} Shares micros of CPU per event: of the informer all, of the others what they add to it */

const processes = 3;
const turns = 20;
const turnSeconds = 0.2;
/** Until then it is compilers that are measured. */
const warmUps = [20_000, 20_000, 10_000];

/**
 * By rate.
 * @param {{ objects: number, rates: readonly number[], log: (line: string) => void }} options
 * @returns {Promise<Record<number, Shares>>}
 */
export async function measureShares({ objects, rates, log }) {
  const servers = await Promise.all(subjects.map(() => startEventServer(objects)));
  /** @type {Record<number, Shares>[]} */
  const results = [];
  try {
    for (let nth = 1; nth <= processes; nth += 1) {
      log(`share: process ${nth} of ${processes}`);
      results.push(await measureProcess(servers, objects, rates));
    }
  } finally {
    for (const server of servers) server.stop();
  }
  return Object.fromEntries(rates.map((rate) => [rate, meanOf(results.flatMap((result) => result[rate] ?? []))]));
}

/** @param {Awaited<ReturnType<typeof startEventServer>>[]} servers @param {number} objects @param {readonly number[]} rates */
async function measureProcess(servers, objects, rates) {
  const script = fileURLToPath(new URL('subjects/share.mjs', import.meta.url));
  const args = [...nodeFlags, script, String(objects), ...servers.map(({ url }) => url)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const reports = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  /** @param {number} nth @param {number} rate @param {number} count */
  const turn = async (nth, rate, count) => {
    await servers[nth]?.send(rate, count);
    return (await nextReport(reports)) / count;
  };
  try {
    await nextReport(reports);
    for (const count of warmUps) for (const nth of servers.keys()) await turn(nth, 5000, count);
    /** @type {Record<number, Shares>} */
    const shares = {};
    for (const rate of rates) shares[rate] = await takeTurns((nth) => turn(nth, rate, rate * turnSeconds));
    return shares;
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** @param {(nth: number) => Promise<number>} turn @returns {Promise<Shares>} */
async function takeTurns(turn) {
  const order = [...subjects.keys()];
  /** @type {number[][]} */
  const rounds = [];
  for (let at = 0; at < turns; at += 1) {
    const round = subjects.map(() => 0);
    for (const nth of [...order, ...order.toReversed()]) round[nth] = (round[nth] ?? 0) + (await turn(nth)) / 2;
    rounds.push(round);
  }
  const medianOf = (/** @type {number} */ nth) =>
    median(rounds.map(([informer = NaN, ...others]) => (nth === 0 ? informer : (others[nth - 1] ?? NaN) - informer)));
  return asShares(order.map(medianOf));
}

/** @param {readonly Shares[]} results @returns {Shares} */
const meanOf = (results) =>
  asShares(subjects.map((name) => results.reduce((sum, shares) => sum + shares[name] / results.length, 0)));

/** @param {readonly number[]} values in the order of the subjects */
const asShares = (values) =>
  /** @type {Shares} */ (Object.fromEntries(subjects.map((name, nth) => [name, values[nth] ?? NaN])));

/** @param {AsyncIterator<string>} reports */
async function nextReport(reports) {
  const { value, done } = await reports.next();
  if (done) throw new Error('the subject has ended');
  return JSON.parse(value).cpuMicros;
}

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
