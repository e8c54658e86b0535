/**
 * `npm run cel:conformance [-- SECTION …]`: makes the clone ready and runs the official conformance cases of the expression language.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { run } = await import('./setup/run.mjs');

await ensureReady();
process.exit(await run(process.execPath, ['tools/cel-conformance/main.mjs', ...process.argv.slice(2)]));
