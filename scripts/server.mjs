/**
 * `npm run server [-- --port N --kubeconfig FILE]`: makes the clone ready and runs the embedded API server until Ctrl-C.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { run } = await import('./setup/run.mjs');

await ensureReady();
process.exit(await run(process.execPath, ['packages/apiserver/dist/bundle/bin/server.js', ...process.argv.slice(2)]));
