/**
 * `npm run fuzz:apiserver [-- --count N --seed N]`: makes the clone ready and sends mutated requests to the embedded API server.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { run } = await import('./setup/run.mjs');

await ensureReady();
process.exit(await run(process.execPath, ['--expose-gc', 'tools/fuzz-apiserver/main.mjs', ...process.argv.slice(2)]));
