/**
 * CPU time of the whole process, collector threads included. What is compared alternates within one run, and the best round
 * of each counts: noise of the machine only ever adds.
 */

/** @typedef {() => number | Promise<number>} Load a piece of work; it returns how many keys it handled */

/**
 * Nanoseconds of CPU per key, for each load, best of the rounds.
 * @param {readonly Load[]} loads
 * @param {{ rounds: number, repeat?: number }} options `repeat` makes short loads long enough to be measured
 */
export const cpuPerKey = async (loads, { rounds, repeat = 1 }) => {
  const best = loads.map(() => Infinity);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, load] of loads.entries()) {
      best[at] = Math.min(best[at] ?? Infinity, await measure(load, repeat));
    }
  }
  return best;
};

/**
 * @param {Load} load
 * @param {number} repeat
 */
const measure = async (load, repeat) => {
  const before = process.cpuUsage();
  let handled = 0;
  for (let time = 0; time < repeat; time += 1) handled += await load();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / handled;
};
