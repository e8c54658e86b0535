/**
 * A newcomer's first hour, played: install, write the README's operator, develop it, change it, test it, render it. The folder is empty at the beginning and gone at the end,
 * and everything that is started is ended.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { docModules } from '../../scripts/check/doc-blocks.mjs';
import { packageNames } from '../../scripts/check/source-files.mjs';
import { root } from '../../scripts/setup/paths.mjs';
import { DevProcess } from './dev-process.mjs';
import { journeys } from './journeys.mjs';

/** @typedef {(line: string) => void} Say */

/** What the newcomer changes: every Deployment is to be applied anew. */
const change = { from: "name: 'web'", to: "name: 'site'" };

/** What `reeve dev` shows of the sample's runs. */
const applied = /✓ website default\/sample .*apply Deployment.*/;

/**
 * Plays, and counts. What fails is thrown, with what was printed.
 * @param {Say} say
 * @returns {Promise<import('./yardstick.mjs').Taken>}
 */
export async function playNewcomer(say) {
  const place = mkdtempSync(join(tmpdir(), 'reeve-newcomer-'));
  try {
    const tarballs = pack(join(place, 'registry'));
    say(`packed ${tarballs.length} packages`);
    say('\na project of npm create reeve');
    const taken = await playCreated(place, tarballs, say);
    say('\nthe operator of the README, in an empty folder');
    const folder = join(place, 'websites');
    mkdirSync(folder);
    await play(folder, tarballs, say);
    for (const journey of journeys) playScript(place, tarballs, journey, say);
    return taken;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/**
 * Plays one journey alone.
 * @param {string} name
 * @param {Say} say
 */
export function playJourney(name, say) {
  const journey = journeys.find((one) => one.name === name);
  if (journey === undefined)
    throw new Error(`there is no journey ${name}: ${journeys.map((one) => one.name).join(', ')}`);
  const place = mkdtempSync(join(tmpdir(), 'reeve-newcomer-'));
  try {
    playScript(place, pack(join(place, 'registry')), journey, say);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/**
 * Installs, writes the files of a journey, compiles them with the tsconfig that reeve ships, runs them, and compares what they print.
 * @param {string} place
 * @param {readonly string[]} tarballs
 * @param {import('./journeys.mjs').Journey} journey
 * @param {Say} say
 */
function playScript(place, tarballs, { name, what, files, script, prints }, say) {
  const folder = join(place, name);
  mkdirSync(folder);
  say(`\n${what}`);
  const type = typist(folder, say);
  for (const [file, text] of Object.entries({ ...files(), 'tsconfig.json': '{ "extends": "reeve/tsconfig" }\n' }))
    writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  const tools = ['typescript', '@types/node', 'vitest'].map((tool) => `${tool}@${versionOf(tool)}`);
  type.npm('npm install reeve zod', ['install', ...tarballs, 'zod']);
  type.npm('npm install --save-dev typescript @types/node vitest', ['install', '--save-dev', ...tools]);
  type.program('npx tsc');
  const colored = script.endsWith('.test.ts')
    ? type.vitest(`npx vitest run ${script} --reporter=verbose`)
    : type.node(`node ${script}`);
  const printed = stripVTControlCharacters(colored);
  for (const line of prints) {
    if (!printed.includes(line)) throw new Error(`${script} has not printed ${JSON.stringify(line)}:\n${printed}`);
  }
  say(`  ${prints.join('\n  ')}`);
}

/**
 * `npm create reeve`, `npm install`, `npm run dev`: a sample is reconciled. Then what comes next: a change, a further resource, the tests, the manifests.
 * @param {string} place
 * @param {readonly string[]} tarballs
 * @param {Say} say
 * @returns {Promise<import('./yardstick.mjs').Taken>}
 */
async function playCreated(place, tarballs, say) {
  const folder = join(place, 'my-operator');
  const creator = tarballs.find((path) => path.includes('create-reeve'));
  if (creator === undefined) throw new Error('create-reeve is not packed');
  mkdirSync(folder);
  const type = typist(folder, say);
  const began = Date.now();
  type.create('npm create reeve my-operator', creator, ['.', '--name', 'my-operator', '--yes']);
  const tools = ['typescript', 'vitest'].map((tool) => `${tool}@${versionOf(tool)}`);
  type.npm('npm install', ['install', ...tarballs.filter((path) => path !== creator), 'zod', ...tools]);
  type.start('npm run dev');
  const dev = new DevProcess(folder, ['dev', '--sample', '--port', '0']);
  try {
    say(`  ${await dev.shows(/✓ website default\/sample .*apply ConfigMap.*/)}`);
    const first = { commands: type.count(), seconds: (Date.now() - began) / 1000 };
    const saved = Date.now();
    const file = join(folder, 'src/website.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('data: { message }', "data: { message, more: 'yes' }"));
    say('saves another version of src/website.ts');
    await dev.shows('loaded again');
    say(`  ${await dev.shows(/✓ website default\/sample .*apply ConfigMap.*/)}`);
    const reloadMs = Date.now() - saved;
    await dev.end();
    writeFileSync(file, readFileSync(file, 'utf8').replace("data: { message, more: 'yes' }", 'data: { message }'));
    const owned = kept(folder);
    type.reeve('npx reeve create api --kind Shop --scope Cluster');
    type.reeve('npx reeve create simulation --kind Website');
    type.program('npx tsc');
    type.vitest('npx vitest run');
    mustBeComplete(type.reeve('npx reeve render'));
    return { ...first, reloadMs, ...owned };
  } finally {
    await dev.kill();
  }
}

/**
 * @param {string} folder
 * @param {readonly string[]} tarballs
 * @param {Say} say
 */
async function play(folder, tarballs, say) {
  const type = typist(folder, say);
  const began = Date.now();
  type.npm('npm install reeve zod', ['install', ...tarballs, 'zod']);
  write(folder, 'website.ts');
  const dev = new DevProcess(folder, type.start('npx reeve dev website.ts'));
  try {
    await dev.shows('Ctrl-C ends.');
    type.reeve('npx reeve apply --kubeconfig .reeve/kubeconfig -f .reeve/website.yaml');
    say(`  ${await dev.shows(applied)}`);
    const first = { commands: type.count(), seconds: (Date.now() - began) / 1000 };
    const reloadMs = await save(folder, dev, say);
    type.npm('npm install --save-dev vitest', ['install', '--save-dev', `vitest@${versionOf('vitest')}`]);
    write(folder, 'website.test.ts');
    type.vitest('npx vitest run');
    mustBeComplete(type.reeve('npx reeve render website.ts'));
    await dev.end();
    return { ...first, reloadMs, ...kept(folder) };
  } finally {
    await dev.kill();
  }
}

/**
 * Saves another version of the operator, and says how long it took until it was at work.
 * @param {string} folder
 * @param {DevProcess} dev
 * @param {Say} say
 */
async function save(folder, dev, say) {
  const saved = Date.now();
  writeFileSync(join(folder, 'website.ts'), readme('website.ts').replace(change.from, change.to));
  say('saves another version of website.ts');
  await dev.shows('loaded again');
  say(`  ${await dev.shows(applied)}`);
  return Date.now() - saved;
}

/** @param {string} rendered */
function mustBeComplete(rendered) {
  for (const kind of ['CustomResourceDefinition', 'ClusterRole', 'Deployment', 'Service'])
    if (!rendered.includes(`kind: ${kind}\n`)) throw new Error(`reeve render has written no ${kind}:\n${rendered}`);
}

/**
 * Types commands: says them as a newcomer would write them, counts them, and runs them.
 * @param {string} folder
 * @param {Say} say
 */
function typist(folder, say) {
  let count = 0;
  /** @param {string} words */
  const typed = (words) => {
    count += 1;
    say(`$ ${words}`);
    return words;
  };
  // The prefix is what npm finds by itself, unless a folder above has packages already.
  const quiet = ['--prefix', folder, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const run = (/** @type {string} */ program, /** @type {readonly string[]} */ args) => {
    try {
      return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env });
    } catch (error) {
      const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
      throw new Error(`${[program, ...args].join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
    }
  };
  const bin = (/** @type {string} */ name) => join(folder, 'node_modules/.bin', name);
  return {
    count: () => count,
    npm: (/** @type {string} */ words, /** @type {readonly string[]} */ args) => {
      typed(words);
      return run('npm', [...args, ...quiet]);
    },
    /** What `npm create NAME` does: runs the program of the package create-NAME. */
    create: (/** @type {string} */ words, /** @type {string} */ creator, /** @type {readonly string[]} */ args) => {
      typed(words);
      return run('npm', ['exec', ...quiet, '--yes', `--package=${creator}`, '--', 'create-reeve', ...args]);
    },
    start: (/** @type {string} */ words) => typed(words).split(' ').slice(2),
    reeve: (/** @type {string} */ words) => run(bin('reeve'), typed(words).split(' ').slice(2)),
    vitest: (/** @type {string} */ words) => run(bin('vitest'), typed(words).split(' ').slice(2)),
    /** Any program of a package. */
    program: (/** @type {string} */ words) => run(bin(words.split(' ')[1] ?? ''), typed(words).split(' ').slice(2)),
    node: (/** @type {string} */ words) => run(process.execPath, typed(words).split(' ').slice(1)),
  };
}

/** No cluster of whoever runs this is ever visible. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'KUBECONFIG'));

/**
 * Packs all packages as for publishing.
 * @param {string} folder
 */
function pack(folder) {
  mkdirSync(folder);
  const folders = packageNames(root).map((name) => `${root}/packages/${name}`);
  const told = execFileSync('npm', ['pack', '--json', '--ignore-scripts', ...folders], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  /** @type {{ filename: string }[]} */
  const packed = JSON.parse(told);
  return packed.map(({ filename }) => join(folder, filename));
}

/**
 * A program of the README.
 * @param {string} name
 */
function readme(name) {
  const found = docModules(readFileSync(`${root}/README.md`, 'utf8')).find(({ file }) => file.endsWith(`/${name}`));
  if (found === undefined) throw new Error(`README.md has no block named ${name}`);
  return `${found.code.trim()}\n`;
}

/**
 * @param {string} folder
 * @param {string} name
 */
function write(folder, name) {
  writeFileSync(join(folder, name), readme(name));
}

/**
 * The files at the end, and the lines of those that no program writes. What npm and reeve keep for themselves is left out.
 * @param {string} folder
 */
function kept(folder) {
  const all = /** @type {string[]} */ (readdirSync(folder, { recursive: true }));
  const files = all.filter(
    (path) => !/^(node_modules|\.reeve)(\/|$)|^package-lock\.json$/.test(path) && statSync(join(folder, path)).isFile(),
  );
  const lines = files.map((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').length);
  return { files: files.length, lines: lines.reduce((sum, count) => sum + count, 0) };
}

/**
 * The version that we use ourselves: it is in the cache of npm.
 * @param {string} name
 */
function versionOf(name) {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(`${root}/node_modules/${name}/package.json`, 'utf8'));
  return version;
}
