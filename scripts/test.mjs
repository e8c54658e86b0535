/**
 * `npm test` (all tests on embedded parts) and `npm run test:real` (the suites marked for a real cluster). Both make the clone
 * ready first. A whole run leaves its results in `.reeve/results` for `npm run parity`; a run with a filter does not.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { runTests } = await import('./setup/run-tests.mjs');

const isReal = process.argv[2] === '--real';
await ensureReady();
process.exit(await runTests({ suite: isReal ? 'real' : 'unit', filters: process.argv.slice(isReal ? 3 : 2) }));
