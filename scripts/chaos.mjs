/**
 * `npm run chaos [-- --seeds N --from N --scenario NAME]`: makes the clone ready and runs an operator through storms in virtual time.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { run } = await import('./setup/run.mjs');

await ensureReady();
process.exit(await run(process.execPath, ['tools/chaos/main.mjs', ...process.argv.slice(2)]));
