/**
 * What the controller adds to the informer: both in one process, in turns so short that what disturbs the machine disturbs few of them, and the median of what they differ by. Informer and controller go
 * first and last in turn, so that neither has the better time. Two processes that are measured minutes apart differ by more than that for reasons of their own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startEventServer } from './event-server.mjs';
import { nodeFlags } from './subjects.mjs';

/** @typedef {{ informer: number, controller: number, share: number }} Share micros of CPU per event */

const turns = 50;
const turnSeconds = 0.2;
/** Until then it is compilers that are measured. */
const warmUps = [20_000, 20_000, 10_000];

/**
 * By rate.
 * @param {{ objects: number, rates: readonly number[], log: (line: string) => void }} options
 * @returns {Promise<Record<number, Share>>}
 */
export async function measureShare({ objects, rates, log }) {
  const servers = [await startEventServer(objects), await startEventServer(objects)];
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
    for (const count of warmUps) for (const nth of [0, 1]) await turn(nth, 5000, count);
    /** @type {Record<number, Share>} */
    const shares = {};
    for (const rate of rates) {
      log(`events: the controller's share, ${rate}/s`);
      /** @type {{ informer: number, controller: number }[]} */
      const pairs = [];
      const next = (/** @type {number} */ nth) => turn(nth, rate, rate * turnSeconds);
      for (let at = 0; at < turns; at += 1) {
        const [informer, controller, again, informerAgain] = [
          await next(0),
          await next(1),
          await next(1),
          await next(0),
        ];
        pairs.push({ informer: (informer + informerAgain) / 2, controller: (controller + again) / 2 });
      }
      shares[rate] = {
        informer: median(pairs.map(({ informer }) => informer)),
        controller: median(pairs.map(({ controller }) => controller)),
        share: median(pairs.map(({ informer, controller }) => controller - informer)),
      };
    }
    return shares;
  } finally {
    child.kill('SIGKILL');
    await ended;
    for (const server of servers) server.stop();
  }
}

/** @param {AsyncIterator<string>} reports */
async function nextReport(reports) {
  const { value, done } = await reports.next();
  if (done) throw new Error('the subject has ended');
  return JSON.parse(value).cpuMicros;
}

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
