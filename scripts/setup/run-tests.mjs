/**
 * Runs vitest on one suite and keeps its results where the parity page and the closing line of `.ci/run` find them.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { results, root } from './paths.mjs';
import { run } from './run.mjs';

/**
 * Takes `--node VERSION` out of what the test commands are given; the rest goes to vitest as it is.
 * @param {readonly string[]} args
 * @returns {{ versions: string[], filters: string[], problem?: string }}
 */
export function testArguments(args) {
  const versions = [];
  const filters = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const [, written] = /^--node(?:=(.*))?$/.exec(arg) ?? [];
    if (arg !== '--node' && written === undefined) {
      filters.push(arg);
      continue;
    }
    const version = written ?? args[(at += 1)];
    if (!version) return { versions, filters, problem: '--node needs a version: --node 24, or --node latest' };
    versions.push(version);
  }
  return { versions, filters };
}

/**
 * Runs a suite and resolves with vitest's exit code.
 * @param {{ suite: 'unit' | 'real', filters: readonly string[], node?: string }} options filters go to vitest as they are; a run on another `node` than ours leaves no results
 */
export async function runTests({ suite, filters, node = process.execPath }) {
  const config = suite === 'real' ? 'vitest.real.config.ts' : 'vitest.config.ts';
  const args = [`${root}/node_modules/vitest/vitest.mjs`, 'run', '--config', config, ...filters];
  const isRecorded = filters.length === 0 && node === process.execPath;
  return run(node, isRecorded ? [...args, ...recording(suite)] : args, { env: cleanEnvironment(node) });
}

/** @param {string} suite */
function recording(suite) {
  mkdirSync(results, { recursive: true });
  rmSync(`${results}/${suite}.json`, { force: true });
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${results}/${suite}.json`];
}

/**
 * Tests touch only clusters they started: the ambient kubeconfig is not even visible to them. What they start with `node` is the Node that runs them.
 * @param {string} node
 */
function cleanEnvironment(node) {
  const { KUBECONFIG: _ambient, ...rest } = process.env;
  return { ...rest, PATH: [dirname(node), rest['PATH'] ?? ''].join(delimiter) };
}
