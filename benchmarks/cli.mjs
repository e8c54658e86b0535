/**
 * What a user waits for: importing `reeve`, the help, `reeve dev` to ready, and a saved file to its first reconcile. Each in processes of its own; the best of a few, since
 * whatever else runs on the machine only adds.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const limits = { importMs: 150, importMb: 25, helpMs: 150, readyMs: 1000, savedMs: 500 };
const root = fileURLToPath(new URL('..', import.meta.url));
const executable = `${root}packages/reeve/dist/bundle/bin/reeve.js`;

/** @param {string} text */
const operator = (text) => `import { z } from 'zod';
import { ConfigMap, defineController, defineResource } from 'reeve';

export const Website = defineResource({ group: 'web.example.com', version: 'v1', kind: 'Website', spec: z.object({}) });

export default defineController({
  for: Website,
  owns: [ConfigMap],
  async reconcile({ metadata: { name = '' } }: { metadata: { name?: string } }, ctx) {
    await ctx.apply([ConfigMap.of({ metadata: { name }, data: { text: '${text}' } })]);
  },
});
`;

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  mkdirSync(`${root}.reeve`, { recursive: true });
  const folder = mkdtempSync(`${root}.reeve/cli-`);
  try {
    log('importing reeve');
    const imported = importCost(folder);
    log('printing the help');
    const helpMs = best(7, () => timed(() => execFileSync(process.execPath, [executable, '--help'], { cwd: folder })));
    log('reeve dev');
    const starts = [];
    for (let run = 0; run < 4; run += 1) starts.push(await develop(folder)); // the first one makes certificates
    const readyMs = Math.min(...starts.slice(1).map((start) => start.readyMs));
    const savedMs = Math.min(...starts.map((start) => start.savedMs));
    return {
      name: 'cli',
      measurements: [
        { name: 'reeve dev to ready, first time in a folder', value: starts[0]?.readyMs ?? 0, unit: 'ms' },
      ],
      bars: [
        bar('importing reeve, ms', imported.ms, limits.importMs),
        bar('importing reeve, MB', imported.mb, limits.importMb),
        bar('reeve --help, ms', helpMs, limits.helpMs),
        bar('reeve dev to ready, ms', readyMs, limits.readyMs),
        bar('saved to reconciled, ms', savedMs, limits.savedMs),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} name @param {number} value @param {number} limit */
const bar = (name, value, limit) => ({ name, value, limit, held: value <= limit });

/** @param {string} cwd What importing the front door adds to bare Node: the time inside the process, and resident memory. */
function importCost(cwd) {
  const measure = (/** @type {string} */ work) => {
    const code = `const began = performance.now(); ${work} console.log(JSON.stringify({ ms: performance.now() - began, mb: process.memoryUsage().rss / 1e6 }))`;
    const runs = Array.from({ length: 7 }, () =>
      JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd, encoding: 'utf8' })),
    );
    return { ms: Math.min(...runs.map(({ ms }) => ms)), mb: Math.min(...runs.map(({ mb }) => mb)) };
  };
  const [bare, loaded] = [measure(''), measure("await import('reeve');")];
  return { ms: loaded.ms, mb: loaded.mb - bare.mb };
}

/**
 * Starts `reeve dev`, applies its sample, saves the program, and ends it.
 * @param {string} cwd
 */
async function develop(cwd) {
  writeFileSync(`${cwd}/website.ts`, operator('first'));
  const began = performance.now();
  const dev = spawn(process.execPath, [executable, 'dev', 'website.ts', '--port', '0'], { cwd });
  const ended = new Promise((resolve) => dev.once('close', resolve));
  let shown = '';
  /** @type {Set<() => void>} */
  const looks = new Set();
  for (const output of [dev.stdout, dev.stderr]) {
    output.setEncoding('utf8').on('data', (text) => {
      shown += text;
      for (const look of looks) look();
    });
  }
  const shows = (/** @type {RegExp} */ text) =>
    new Promise((resolve, reject) => {
      const look = () => text.test(shown) && resolve(undefined);
      looks.add(look);
      dev.once('close', () => reject(new Error(shown)));
      look();
    });
  await shows(/Ctrl-C ends/);
  const readyMs = performance.now() - began;
  execFileSync(
    process.execPath,
    [executable, 'apply', '-f', '.reeve/website.yaml', '--kubeconfig', '.reeve/kubeconfig'],
    { cwd },
  );
  await shows(/✓ website default\/sample/);
  const saved = performance.now();
  writeFileSync(`${cwd}/website.ts`, operator('second'));
  await shows(/after saving/);
  const savedMs = performance.now() - saved;
  dev.kill('SIGINT');
  await ended;
  return { readyMs, savedMs };
}

/** @param {() => unknown} work */
function timed(work) {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** @param {number} times @param {() => number} measure */
const best = (times, measure) => Math.min(...Array.from({ length: times }, measure));
