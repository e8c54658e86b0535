/**
 * `node tools/differential/live.mjs [--applies] [--seed N] [--steps M] [--runs R]`: random sequences of requests, or of applies, against a real server, which it starts, and ours, as built.
 * Ends with 1 when they differ, after printing the shortest sequence that shows it.
 */
import { parseArgs } from 'node:util';
import { ApiServer } from '@reeve/apiserver';
import { interruption } from '../real-cluster/interruption.mjs';
import { startRealCluster } from '../real-cluster/start.mjs';
import { compareLive } from './compare-live.mjs';
import { httpsTransport } from './https-transport.mjs';
import { randomApplies } from './random-applies.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '50' },
    runs: { type: 'string', default: '1' },
    applies: { type: 'boolean', default: false },
  },
});
const signal = interruption();
const cluster = await startRealCluster({ signal });
const real = httpsTransport(cluster);
try {
  for (let run = 0; run < Number(values.runs) && !signal.aborted; run += 1) {
    const seed = Number(values.seed) + run;
    const report = await compareLive(
      { real, startOurs: () => ApiServer.start() },
      { seed, steps: Number(values.steps), ...(values.applies && { make: randomApplies }) },
    );
    console.log(report ?? `seed ${seed}, ${values.steps} steps: the servers agree`);
    if (report !== undefined) process.exitCode = 1;
  }
} finally {
  real.close();
  await cluster.stop();
}
