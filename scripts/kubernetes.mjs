/**
 * `npm run kubernetes -- 1.38.0 [--list] [--from STEP] [--only STEP]`: moves the repository to another version of Kubernetes, in steps: versions, programs, facts, types,
 * recordings, tests. What is done is remembered in `.reeve`, so that the command goes on where it stopped; what a failing test asks for is for people to do.
 */
import './setup/node-version.mjs';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { root, scratch } = await import('./setup/paths.mjs');
const { capture, run } = await import('./setup/run.mjs');

/** @typedef {readonly [command: string, args: readonly string[], folder?: string]} Command */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, from: { type: 'string' }, only: { type: 'string' } },
});
const [version = ''] = positionals.map((text) => text.replace(/^v/, ''));
const recorders = [
  'record',
  'record-bodies',
  'record-decode',
  'record-defaults',
  'record-strategies',
  'record-tables',
  'record-verdicts',
  'record-views',
  'record-warnings',
  'record-schema-verdicts',
].map((name) => `tools/differential/${name}.mjs`);

/** @type {Readonly<Record<string, () => readonly Command[] | Promise<readonly Command[]>>>} */
const steps = {
  pin: pinCommands,
  programs: () => [[process.execPath, ['tools/real-cluster/build.mjs']]],
  facts: () => [npm('facts'), npm('build')],
  kinds: () => [npm('facts:kinds'), npm('build')],
  ...Object.fromEntries(
    [...recorders, 'tools/cel-answers/record.mjs', 'tools/cel-rules/record.mjs'].map((file) => [
      file.replaceAll(/^tools\/(differential\/)?|\.mjs$/g, ''),
      () => [[process.execPath, [file]]],
    ]),
  ),
  tests: () => [npm('test')],
  'real-tests': () => [npm('test:real')],
};
const names = Object.keys(steps);

if (values.list) {
  console.log(names.join('\n'));
} else if (!/^1\.\d+\.\d+$/.test(version) || [values.from, values.only].some((name) => name && !names.includes(name))) {
  console.error('usage: npm run kubernetes -- 1.<minor>.<patch> [--list] [--from STEP] [--only STEP]');
  process.exitCode = 2;
} else {
  process.exitCode = await walk();
}

async function walk() {
  const file = `${scratch}/kubernetes-${version}.json`;
  const done = new Set(
    existsSync(file) && !values.from ? /** @type {string[]} */ (JSON.parse(readFileSync(file, 'utf8'))) : [],
  );
  const chosen = values.only ? [values.only] : names.slice(values.from ? names.indexOf(values.from) : 0);
  for (const name of chosen) {
    if (done.has(name) && !values.only) {
      console.error(`kubernetes: ${name} is done; --from ${name} does it again`);
      continue;
    }
    console.error(`kubernetes: ${name}`);
    for (const [command, args, folder = root] of (await steps[name]?.()) ?? []) {
      const code = await run(command, args, { cwd: folder, env: { ...process.env, GOWORK: 'off' } });
      if (code === 0) continue;
      console.error(`kubernetes: ${name} failed: ${command} ${args.join(' ')} ended with exit code ${code}`);
      console.error('Mend what it names, and call the same command again: it goes on with this step.');
      return code;
    }
    done.add(name);
    mkdirSync(scratch, { recursive: true });
    writeFileSync(file, JSON.stringify([...done]));
  }
  return 0;
}

/** @param {string} script @returns {Command} */
function npm(script) {
  return ['npm', ['run', '-s', script]];
}

/** The versions in all go.mod files. etcd and the libraries are those that the Kubernetes release itself asks for. */
async function pinCommands() {
  const staging = `v0.${version.slice(2)}`;
  const wanted = await requirements(`k8s.io/kubernetes@v${version}`);
  const etcd = required(wanted, 'go.etcd.io/etcd/client/v3');
  const cel = required(await requirements(`k8s.io/apiserver@${staging}`), 'github.com/google/cel-go');
  const runtime = await controllerRuntime(staging);
  const modules = (/** @type {string[]} */ ...paths) => paths.map((path) => `k8s.io/${path}@${staging}`);
  /** @type {readonly (readonly [folder: string, modules: readonly string[]])[]} */
  const others = [
    ['tools/facts/typetable', modules('apiextensions-apiserver', 'apimachinery', 'client-go', 'kube-aggregator')],
    ['tools/cel-answers', [...modules('apimachinery', 'apiserver'), `github.com/google/cel-go@${cel}`]],
    [
      'tools/go-clients',
      [...modules('api', 'apiextensions-apiserver', 'apimachinery', 'client-go'), ...(runtime ? [runtime] : [])],
    ],
  ];
  /** @type {Command[]} */
  const commands = [[process.execPath, ['tools/real-cluster/pin.mjs', `v${version}`, etcd]]];
  for (const [folder, wantedModules] of others) {
    commands.push(['go', ['get', ...wantedModules], `${root}/${folder}`], ['go', ['mod', 'tidy'], `${root}/${folder}`]);
  }
  return commands;
}

/** The newest controller-runtime that is made for this minor; undefined while there is none. @param {string} staging */
async function controllerRuntime(staging) {
  const path = 'sigs.k8s.io/controller-runtime';
  const { stdout } = await capture('go', ['list', '-m', '-versions', path], { cwd: `${root}/tools/go-clients` });
  const minor = staging.split('.', 2).join('.');
  for (const each of stdout.trim().split(' ').slice(1).toReversed().slice(0, 12)) {
    if (each.includes('-')) continue;
    if (required(await requirements(`${path}@${each}`), 'k8s.io/client-go').startsWith(`${minor}.`))
      return `${path}@${each}`;
  }
  console.error(`kubernetes: no ${path} is made for ${minor} yet; tools/go-clients keeps the one that it has`);
  return undefined;
}

/** The modules that a module requires. @param {string} module @returns {Promise<Map<string, string>>} */
async function requirements(module) {
  const { code, stdout, output } = await capture('go', ['mod', 'download', '-json', module], {
    cwd: `${root}/tools/go-clients`,
  });
  if (code !== 0) throw new Error(`${module} cannot be had: ${output}`);
  const { stdout: text } = await capture('go', ['mod', 'edit', '-json', JSON.parse(stdout).GoMod]);
  const { Require } = JSON.parse(text);
  return new Map(Require.map((/** @type {{ Path: string, Version: string }} */ { Path, Version }) => [Path, Version]));
}

/** @param {Map<string, string>} wanted @param {string} path */
function required(wanted, path) {
  const found = wanted.get(path);
  if (found === undefined) throw new Error(`${path} is not required: what the step needs has another name now`);
  return found;
}
