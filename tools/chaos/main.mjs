/**
 * `npm run chaos [-- --seeds 1000 --from 1 --scenario operator --jobs 2]`: runs an operator through storms in virtual time, one per seed; with `--scenario workloads` it is the controllers of a
 * cluster. Seeds are dealt out to as many processes as there are cores. Prints a line per seed, with what is wrong, and ends with 1 when anything is. `--from N --seeds 1` repeats one run
 * exactly, and prints what was written.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { scenarios } from './scenarios.mjs';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    scenario: { type: 'string', default: 'operator' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});
const [count, from] = [Number(values.seeds), Number(values.from)];
if (!Object.hasOwn(scenarios, values.scenario)) {
  console.error(`chaos: there is no scenario ${values.scenario}; there are: ${Object.keys(scenarios).join(', ')}`);
  process.exit(2);
}

const jobs = Math.max(1, Math.min(Number(values.jobs), count));
const totals = { failed: 0, crashes: 0, writes: 0, cpuMs: 0 };
const started = performance.now();
let next = from;
await Promise.all(Array.from({ length: jobs }, work));
const seconds = (performance.now() - started) / 1000;
const pace = `${Math.round((count * 60) / seconds)} a minute in ${jobs} processes, ${Math.round(totals.cpuMs / count)} ms of CPU each`;
console.log(
  `${count} seeds from ${from} in ${seconds.toFixed(1)} s, ${pace}: ${totals.failed} failed; ${totals.crashes} crashes, ${totals.writes} writes`,
);
process.exit(totals.failed > 0 ? 1 : 0);

/** One process, which is given one seed after the other. What lives for one run only is collected cheaply in a large nursery. */
async function work() {
  const script = fileURLToPath(new URL('storms.mjs', import.meta.url));
  const child = fork(script, [values.scenario], { execArgv: ['--max-semi-space-size=64'] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a process ended with ${code}`)));
  ended.catch(() => undefined); // heard below, while a seed is under way
  while (next < from + count) {
    child.send(next++);
    const [report] = await Promise.race([once(child, 'message'), ended]);
    tell(report);
  }
  child.disconnect();
}

/** @param {Pick<import('@reeve/testing').ChaosReport, 'seed' | 'problems' | 'crashes' | 'writes'> & { cpuMs: number }} run */
function tell({ seed, problems, crashes, writes, cpuMs }) {
  totals.cpuMs += cpuMs;
  totals.crashes += crashes;
  totals.writes += writes.length;
  if (problems.length > 0) totals.failed += 1;
  const words = problems.length === 0 ? 'right' : `WRONG\n  ${problems.join('\n  ')}`;
  console.log(`seed ${seed}: ${crashes} crashes, ${writes.length} writes: ${words}`);
  if (count === 1) console.log(writes.join('\n'));
}
