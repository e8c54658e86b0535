/**
 * `npm run cel:fuzz [-- RUNS [SEED]]`: evaluates so many broken expressions, 100,000 unless said otherwise, each of which is to end with issues,
 * a value or a typed error. CI runs 20,000 of one seed with the other tests.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { run } = await import('./setup/run.mjs');

const [runs = '100000', seed = '1'] = process.argv.slice(2);
if (![runs, seed].every((word) => /^\d+$/.test(word))) {
  console.error('usage: npm run cel:fuzz [-- RUNS [SEED]]');
  process.exit(2);
}
await ensureReady();
process.env['REEVE_CEL_FUZZ_RUNS'] = runs;
process.env['REEVE_CEL_FUZZ_SEED'] = seed;
process.exit(
  await run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    'packages/cel/test/fuzz.test.ts',
    '--testTimeout=600000',
  ]),
);
