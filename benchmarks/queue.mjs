/**
 * What the work queue costs: CPU per key (add, take, done) against the floor, a bare `Map` and an array, in the same run; how that
 * grows with the number of keys; and how many timers a hundred thousand delayed keys need.
 */
import { ManualClock } from '@reeve/machinery';
import { WorkQueue } from '@reeve/queue';
import { cpuPerKey } from './queue/cpu.mjs';
import { adorned, backlog, distinctKeys, hot, loop, passage } from './queue/loads.mjs';

const MAX_RATIO = 2.5;
const MAX_GROWTH = 2;

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  const keys = distinctKeys(1_000_000);
  const few = keys.slice(0, 1000);
  log('1,000 keys');
  const small = await compare('1,000 keys', backlog(few), { rounds: 15, repeat: 100 });
  log('100,000 keys');
  const middle = await compare('100,000 keys', backlog(keys.slice(0, 100_000)), { rounds: 9 });
  log('1,000,000 keys');
  const large = await compare('1,000,000 keys', backlog(keys), { rounds: 6 });
  log('10 hot keys');
  const busy = await compare('10 hot keys', hot(keys.slice(0, 10), 100_000), { rounds: 15 });
  log('keys that pass through');
  const fewPass = await compare('1,000 keys passing through', passage(few), { rounds: 15, repeat: 100 });
  const allPass = await compare('1,000,000 keys passing through', passage(keys), { rounds: 5 });
  log('1,000 keys by async iteration, and with priorities and causes');
  const [looped = NaN, full = NaN] = await cpuPerKey([() => loop(few), () => adorned(few)], {
    rounds: 15,
    repeat: 100,
  });
  const timers = timersOf(100_000);
  const compared = [small, middle, large, busy, fewPass, allPass];
  return {
    name: 'queue',
    measurements: [
      ...compared.flatMap(({ name, subject, floor }) => [
        { name: `${name}: queue`, value: subject, unit: 'ns CPU per key' },
        { name: `${name}: floor`, value: floor, unit: 'ns CPU per key' },
      ]),
      { name: '1,000 keys by async iteration', value: looped, unit: 'ns CPU per key' },
      { name: '1,000 keys with priorities and causes', value: full, unit: 'ns CPU per key' },
      { name: 'growth from 1,000 to 1,000,000 waiting keys: floor', value: large.floor / small.floor, unit: '×' },
      { name: 'timers of 100,000 delayed keys', value: timers, unit: 'timers' },
    ],
    bars: [
      ...compared.map(({ name, subject, floor }) => bar(`${name}, against the floor`, subject / floor, MAX_RATIO)),
      bar('growth from 1,000 to 1,000,000 keys passing through', allPass.subject / fewPass.subject, MAX_GROWTH),
      bar('growth from 1,000 to 1,000,000 keys waiting at once', large.subject / small.subject, MAX_GROWTH),
      bar(
        'growth from 1,000 to 1,000,000 waiting keys, against that of the floor',
        large.subject / small.subject / (large.floor / small.floor),
        MAX_GROWTH,
      ),
      bar('timers of 100,000 delayed keys', timers, 1),
    ],
  };
}

/**
 * @param {string} name
 * @param {{ subject: () => number, floor: () => number }} loads
 * @param {{ rounds: number, repeat?: number }} options
 */
const compare = async (name, { subject, floor }, options) => {
  const [ours = NaN, bare = NaN] = await cpuPerKey([subject, floor], options);
  return { name, subject: ours, floor: bare };
};

/** @param {number} count */
const timersOf = (count) => {
  const clock = new ManualClock();
  const queue = new WorkQueue({ clock });
  queue.tryTake();
  for (let at = 0; at < count; at += 1) queue.addAfter(at, 1 + ((at * 7919) % 3_600_000));
  return clock.pendingTimers;
};

/**
 * @param {string} name
 * @param {number} value
 * @param {number} limit
 */
const bar = (name, value, limit) => ({ name, value, limit, held: value <= limit });
