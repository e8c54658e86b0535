/**
 * Runs a program and waits for it. Signals that reach us reach it too, and it is always waited for.
 */
import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

/**
 * Runs a program with our standard streams and resolves with its exit code (128 + signal number's usual 1 when it was killed).
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, output?: 'inherit' | 'stderr' }} [options] `stderr` keeps our stdout free for data
 * @returns {Promise<number>}
 */
export async function run(command, args, { cwd = root, env = process.env, output = 'inherit' } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: ['inherit', output === 'stderr' ? 2 : 'inherit', 'inherit'] });
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  process.on('SIGTERM', forward).on('SIGINT', ignore);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 129));
    });
  } finally {
    process.off('SIGTERM', forward).off('SIGINT', ignore);
  }
}

/**
 * Runs a program and gives back what it printed; talk on stderr is part of `output`.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, stdout: string, output: string }>}
 */
export async function capture(command, args, { cwd = root, env = process.env } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => ((stdout += text), (output += text)));
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 129));
  });
  return { code, stdout, output };
}

/** A terminal sends Ctrl-C to the whole group: the child decides, we wait for it. */
function ignore() {}
