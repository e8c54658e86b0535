/**
 * Runs vitest with one defect, or with none, in a process of its own.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadedMark } from './put-in.mjs';

/** @typedef {import('./mutant-list.mjs').Mutant} Mutant */
/** @typedef {'killed' | 'survived' | 'over the limit' | 'not loaded'} Verdict */

const root = fileURLToPath(new URL('../..', import.meta.url));
const config = 'tools/mutants/vitest.config.mjs';

/**
 * What the tests say without a defect; undefined when all pass.
 * @param {readonly string[]} files
 */
export async function runBaseline(files) {
  const { code, output } = await vitest(files, {}, 20 * 60);
  return code === 0 ? undefined : output;
}

/**
 * Runs the tests of a defect until the first one fails.
 * @param {Mutant} mutant
 * @param {number} limitSeconds a run that takes longer is ended: some defects make a test loop for ever
 * @returns {Promise<Verdict>}
 */
export async function runMutant({ id, tests }, limitSeconds) {
  const { code, output } = await vitest(tests, { REEVE_MUTANT: id }, limitSeconds);
  if (!output.includes(loadedMark)) return 'not loaded';
  if (code === undefined || /timed out in \d+ms/.test(output)) return 'over the limit';
  return code === 0 ? 'survived' : 'killed';
}

/**
 * @param {readonly string[]} files
 * @param {NodeJS.ProcessEnv} env
 * @param {number} limitSeconds
 * @returns {Promise<{ code: number | undefined, output: string }>} no code when the limit ended the run
 */
async function vitest(files, env, limitSeconds) {
  const args = ['run', '--config', config, '--bail', '1', '--maxWorkers', '1', '--reporter', 'dot', ...files];
  const { KUBECONFIG: _ambient, ...rest } = process.env;
  const child = spawn(`${root}/node_modules/.bin/vitest`, args, {
    cwd: root,
    env: { ...rest, ...env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isOver = false;
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const timer = setTimeout(() => {
    isOver = true;
    child.kill('SIGKILL'); // a thread that loops for ever does not hear another signal
  }, limitSeconds * 1000);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 129));
  });
  clearTimeout(timer);
  return { code: isOver ? undefined : code, output };
}
