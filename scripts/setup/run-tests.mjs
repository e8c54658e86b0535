/**
 * Runs vitest on one suite and keeps its results where the parity page and the closing line of `.ci/run` find them.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { results, root } from './paths.mjs';
import { run } from './run.mjs';

/**
 * Runs a suite and resolves with vitest's exit code.
 * @param {{ suite: 'unit' | 'real', filters: readonly string[] }} options filters go to vitest as they are
 */
export async function runTests({ suite, filters }) {
  const config = suite === 'real' ? 'vitest.real.config.ts' : 'vitest.config.ts';
  const args = [`${root}/node_modules/vitest/vitest.mjs`, 'run', '--config', config, ...filters];
  return run(process.execPath, filters.length > 0 ? args : [...args, ...recording(suite)], { env: cleanEnvironment() });
}

/** @param {string} suite */
function recording(suite) {
  mkdirSync(results, { recursive: true });
  rmSync(`${results}/${suite}.json`, { force: true });
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${results}/${suite}.json`];
}

/** Tests touch only clusters they started: the ambient kubeconfig is not even visible to them. */
function cleanEnvironment() {
  const { KUBECONFIG: _ambient, ...rest } = process.env;
  return rest;
}
