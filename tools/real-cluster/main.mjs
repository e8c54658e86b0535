// `npm run cluster:real`: runs a real cluster until Ctrl-C. Prints two lines for the shell on stdout, the folder of
// the programs and the kubeconfig; everything else goes to stderr. Ends with 0 when it was asked to end.

import { messageOf } from './caught.mjs';
import { parseFlags } from './flags.mjs';
import { interruption } from './interruption.mjs';
import { resolveAssets } from './resolve.mjs';
import { startRealCluster } from './start.mjs';

const flags = parseFlags('main.mjs', { 'controller-manager': { type: 'boolean', default: false } });
const signal = interruption();

try {
  await run();
} catch (error) {
  if (!signal.aborted) fail(messageOf(error));
}

async function run() {
  const found = await resolveAssets({ signal });
  if (found.skip) return fail(found.skip);
  const cluster = await startRealCluster({
    assets: found.assets,
    controllerManager: flags['controller-manager'],
    signal,
  });
  console.log(`export KUBEBUILDER_ASSETS=${quote(cluster.assets)}`);
  console.log(`export KUBECONFIG=${quote(cluster.kubeconfig)}`);
  console.error(`real cluster: ready on ${cluster.url}; paste the lines above into another shell, Ctrl-C ends it`);
  const alive = setInterval(() => {}, 2 ** 30); // a cluster does not keep its caller running, and waiting does not either
  const crash = await Promise.race([cluster.crashed, aborted()]);
  clearInterval(alive);
  if (crash) fail(crash.message);
  else console.error('real cluster: stopping');
  await cluster.stop();
}

/** @returns {Promise<undefined>} */
function aborted() {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/** @param {string} text Returns it in single quotes, as the shell wants them. */
function quote(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** @param {string} message */
function fail(message) {
  console.error(message.startsWith('real cluster: ') ? message : `real cluster: ${message}`);
  process.exitCode = 1;
}
