// `node tools/real-cluster/build.mjs`: builds the programs of a real cluster unless they are in the cache already.
// Prints their folder on stdout, everything else on stderr: export KUBEBUILDER_ASSETS=$(node tools/real-cluster/build.mjs)

import { buildAssets } from './build-assets.mjs';
import { messageOf } from './caught.mjs';
import { parseFlags } from './flags.mjs';
import { interruption } from './interruption.mjs';

parseFlags('build.mjs', { 'if-absent': { type: 'boolean', default: true } }); // there for the reader: it is the only way

try {
  console.log(await buildAssets({ signal: interruption() }));
} catch (error) {
  console.error(`real cluster: ${messageOf(error)}`);
  process.exitCode = 1;
}
