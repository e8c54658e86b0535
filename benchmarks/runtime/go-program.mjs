/**
 * The program on controller-runtime, built on demand into `.reeve`. Where Go, or its modules, are not, the comparison is left out.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** @param {(line: string) => void} log @returns {Promise<string | undefined>} */
export async function buildController(log) {
  const output = folder('../../.reeve/bench-go-controller');
  log('building the program on controller-runtime');
  try {
    await run('go', ['build', '-o', output, './controller'], { cwd: folder('../go') });
    return output;
  } catch (error) {
    log(`no comparison with controller-runtime: ${String(error).split('\n')[0]}`);
    return undefined;
  }
}
