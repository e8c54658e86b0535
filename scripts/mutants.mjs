/**
 * `npm run mutants [-- PACKAGE|ID … --sample N --seed S]`: makes the clone ready and runs tests with one defect at a time, which they have to notice.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { run } = await import('./setup/run.mjs');

await ensureReady();
process.exit(await run(process.execPath, ['tools/mutants/main.mjs', ...process.argv.slice(2)]));
