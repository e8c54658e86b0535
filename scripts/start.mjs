/**
 * `npm start`: makes the clone ready and runs the most telling example there is.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { run } = await import('./setup/run.mjs');

await ensureReady();
process.exit(await run(process.execPath, ['examples/website/dist/main.js', ...process.argv.slice(2)]));
