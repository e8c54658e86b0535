/**
 * What importing costs a fresh process: time inside it, and resident memory above that of bare Node. The best of a few.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('../../packages/reeve', import.meta.url));

/** What is imported: what an operator loads, and the vocabulary that every package stands on. */
export const imported = ['@reeve/machinery', '@reeve/runtime', 'reeve'];

/** @param {(line: string) => void} log */
export function importCosts(log) {
  const bare = measure('');
  /** @type {Record<string, { ms: number, megabytes: number }>} */
  const costs = {};
  for (const name of imported) {
    log(`importing ${name}`);
    const loaded = measure(`await import('${name}');`);
    costs[name] = { ms: loaded.ms, megabytes: loaded.megabytes - bare.megabytes };
  }
  return costs;
}

/** @param {string} work */
function measure(work) {
  const code = `const began = performance.now(); ${work} console.log(JSON.stringify({ ms: performance.now() - began, megabytes: process.memoryUsage.rss() / 1e6 }))`;
  const runs = Array.from({ length: 7 }, () =>
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd, encoding: 'utf8' })),
  );
  return { ms: Math.min(...runs.map(({ ms }) => ms)), megabytes: Math.min(...runs.map(({ megabytes }) => megabytes)) };
}
