/**
 * Runs one step of CI. A step that may be skipped ends with `skippedExitCode`, and its last line says why.
 */
import { spawn } from 'node:child_process';
import { run } from '../setup/run.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} command
 * @property {'unit' | 'real'} [suite] the results file that its tests leave
 * @property {boolean} [maySkip] whether it may find that it cannot run here
 */

/** The exit code of a command that did not run what it was asked to run: automake and its followers use the same. */
export const skippedExitCode = 77;

/**
 * @param {Step} step
 * @param {string} cwd
 * @returns {Promise<{ code: number, skipped?: string }>} `skipped` says why it did not run
 */
export async function runStep({ command, maySkip = false }, cwd) {
  const [program = '', ...args] = command;
  if (!maySkip) return { code: await run(program, args, { cwd }) };
  const { code, lastLine } = await runAndListen(program, args, cwd);
  return code === skippedExitCode ? { code, skipped: lastLine } : { code };
}

/**
 * Passes on what the program prints and keeps its last line.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number, lastLine: string }>}
 */
async function runAndListen(program, args, cwd) {
  const child = spawn(program, args, { cwd, stdio: ['inherit', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output = (output + text).slice(-4096);
    process.stdout.write(text);
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 129));
  });
  return { code, lastLine: output.trim().split('\n').at(-1) ?? '' };
}
