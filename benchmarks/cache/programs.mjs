/**
 * The programs of other languages, built on demand into `.reeve`: client-go's informer where Go is, kube-rs' reflector where cargo is. What is not there
 * is left out of the comparison.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** The informer of client-go as an executable; undefined where Go, or its modules, are not. @param {(line: string) => void} log */
export function buildGo(log) {
  const output = folder('../../.reeve/bench-go-informer');
  const build = () => run('go', ['build', '-o', output, '.'], { cwd: folder('../go') });
  return built('client-go', build, output, log);
}

/** The reflector of kube-rs as an executable; undefined where cargo, or a registry, is not. @param {(line: string) => void} log */
export function buildRust(log) {
  const target = folder('../../.reeve/bench-rust');
  const build = () =>
    run('cargo', ['build', '--release', '--quiet', '--target-dir', target], { cwd: folder('../rust') });
  return built('kube-rs', build, `${target}/release/reflector`, log);
}

/**
 * @param {string} name
 * @param {() => Promise<unknown>} build
 * @param {string} output
 * @param {(line: string) => void} log
 * @returns {Promise<string | undefined>}
 */
async function built(name, build, output, log) {
  log(`building the program on ${name}`);
  try {
    await build();
    return output;
  } catch (error) {
    log(`no comparison with ${name}: ${String(error).split('\n')[0]}`);
    return undefined;
  }
}
