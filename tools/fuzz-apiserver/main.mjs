/**
 * `npm run fuzz:apiserver [-- --count 50000 --seed 1]`: mutated requests against the embedded server. Prints each finding with the number that repeats it, and
 * ends with 1 when there is one, when the server is not healthy afterwards, or when memory has grown. Run with `--expose-gc`.
 */
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.mjs';

const { values } = parseArgs({ options: { count: { type: 'string' }, seed: { type: 'string' } } });
const count = Number(values.count ?? 50_000);
const seed = Number(values.seed ?? 1);
/** Growth beyond this is a leak: the server itself holds about so much. */
const slackMegabytes = 40;

await fuzz({ count: Math.min(count, 5000), seed: seed + 1 }); // what is loaded and compiled once is no growth
const before = heldMegabytes();
const started = performance.now();
const { findings, statuses, isHealthy } = await fuzz({
  count,
  seed,
  onProgress: (done) => done > 0 && done % 10_000 === 0 && console.error(`fuzz: ${done} requests`),
});
const seconds = (performance.now() - started) / 1000;
const grown = heldMegabytes() - before;

for (const { number, request, problem } of findings.slice(0, 20))
  console.log(`request ${number} of seed ${seed}: ${request}\n  ${problem}\n`);
const list = [...statuses].toSorted(([one], [other]) => one - other).map(([status, times]) => `${status}: ${times}`);
console.log(`${count} requests in ${seconds.toFixed(1)} s, seed ${seed}; ${list.join(', ')}`);
console.log(`${findings.length} findings; healthy: ${isHealthy}; memory grew by ${grown.toFixed(1)} MB`);
process.exit(findings.length > 0 || !isHealthy || grown > slackMegabytes ? 1 : 0);

/** What the process holds after collecting garbage. */
function heldMegabytes() {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
