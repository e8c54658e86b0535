/**
 * `npm run chaos [-- --seeds 1000 --from 1]`: runs the estate's operator through storms in virtual time, one per seed. Prints a line per seed, with what is wrong, and ends with
 * 1 when anything is. `--from N --seeds 1` repeats one run exactly, and prints what was written.
 */
import { parseArgs } from 'node:util';
import { calmState, runChaos } from '@reeve/testing';
import { estate } from '../../packages/testing/test/chaos/estate.mjs';

const { values } = parseArgs({ options: { seeds: { type: 'string' }, from: { type: 'string' } } });
const count = Number(values.seeds ?? 1000);
const from = Number(values.from ?? 1);
const started = performance.now();

const right = await calmState(estate);
const totals = { failed: 0, crashes: 0, writes: 0 };
for (let seed = from; seed < from + count; seed += 1) report(await runChaos(estate, { seed }, right));
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `${count} seeds from ${from} in ${seconds} s: ${totals.failed} failed; ${totals.crashes} crashes, ${totals.writes} writes`,
);
process.exit(totals.failed > 0 ? 1 : 0);

/** @param {import('@reeve/testing').ChaosReport} run */
function report({ seed, problems, crashes, writes }) {
  totals.crashes += crashes;
  totals.writes += writes.length;
  if (problems.length > 0) totals.failed += 1;
  const words = problems.length === 0 ? 'right' : `WRONG\n  ${problems.join('\n  ')}`;
  console.log(`seed ${seed}: ${crashes} crashes, ${writes.length} writes: ${words}`);
  if (count === 1) console.log(writes.join('\n'));
}
