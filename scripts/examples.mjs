/**
 * `npm run examples [-- --real]`: runs every program in `examples/` from start to end (`--once`), as CI does: on the embedded server, or on a real one that is
 * started for it. Prints one line each, and what a program said when it failed. Ends with `skippedExitCode` where no real server can be started.
 */
import './setup/node-version.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { skippedExitCode } from './ci/run-step.mjs';
import { ensureReady } from './setup/ensure-ready.mjs';
import { root } from './setup/paths.mjs';
import { capture } from './setup/run.mjs';

const isReal = process.argv.includes('--real');
await ensureReady();
const ground = isReal ? await realGround() : { flags: [], stop: async () => {} };
let failed = 0;
for (const name of readdirSync(`${root}/examples`).filter(isProgram).toSorted()) {
  const program = `${root}/examples/${name}/dist/main.js`;
  const { code, output } = await capture(process.execPath, [program, '--once', ...ground.flags]);
  const where = isReal ? 'on a real server' : 'embedded';
  console.log(`example: ${name.padEnd(20)} ${where.padEnd(18)} ${code === 0 ? 'ok' : `FAILED with exit code ${code}`}`);
  if (code !== 0) console.log(output.replace(/^/gm, '  '));
  if (code !== 0) failed += 1;
}
await ground.stop();
process.exit(failed > 0 ? 1 : 0);

/** A real server, where there can be one; its kubectl is found through KUBEBUILDER_ASSETS. */
async function realGround() {
  const { resolveRealCluster } = await import('../tools/real-cluster/resolve.mjs');
  const { cluster, skip } = await resolveRealCluster();
  if (!cluster) {
    console.log(skip);
    process.exit(skippedExitCode);
  }
  if (cluster.assets) process.env['KUBEBUILDER_ASSETS'] = cluster.assets;
  return { flags: ['--kubeconfig', cluster.kubeconfig], stop: () => cluster.stop() };
}

/** @param {string} name What examples share is no program. */
function isProgram(name) {
  return existsSync(`${root}/examples/${name}/src/main.ts`);
}
