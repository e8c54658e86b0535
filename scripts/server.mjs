/**
 * `npm run server [-- --profile cluster --nodes N --port N --kubeconfig FILE]`: makes the clone ready and runs `reeve server` until Ctrl-C.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { run } = await import('./setup/run.mjs');

await ensureReady();
process.exit(
  await run(process.execPath, ['packages/reeve/dist/bundle/bin/reeve.js', 'server', ...process.argv.slice(2)]),
);
