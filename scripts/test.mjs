/**
 * `npm test` (all tests on embedded parts) and `npm run test:real` (the suites marked for a real cluster). Both make the clone
 * ready first. A whole run leaves its results in `.reeve/results` for `npm run parity`; a run with a filter does not.
 *
 * `--node VERSION` runs them on another Node, which is fetched from npm: `20`, `24` or `latest`; given several times, on one after the other.
 * Such a run leaves no results.
 */
import './setup/node-version.mjs';

const { ensureReady } = await import('./setup/ensure-ready.mjs');
const { otherNode } = await import('./setup/other-nodes.mjs');
const { runTests, testArguments } = await import('./setup/run-tests.mjs');

const isReal = process.argv[2] === '--real';
const suite = isReal ? 'real' : 'unit';
const { versions, filters, problem } = testArguments(process.argv.slice(isReal ? 3 : 2));
if (problem !== undefined) {
  console.error(`reeve: ${problem}`);
  process.exit(2);
}
await ensureReady();
process.exit(versions.length > 0 ? await runOnOthers() : await runTests({ suite, filters }));

/** Runs the tests on each version, to the end; the exit code of the last that failed, and 1 where a version cannot be had. */
async function runOnOthers() {
  let worst = 0;
  for (const version of versions) {
    console.log(`\nreeve: tests on Node ${version}`);
    const node = otherNode(version);
    const code = node === undefined ? 1 : await runTests({ suite, filters, node });
    console.log(`reeve: tests on Node ${version} ended with exit code ${code}`);
    worst = code === 0 ? worst : code;
  }
  return worst;
}
