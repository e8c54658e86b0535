/**
 * Executables that speak kubebuilder's protocol: one of Node here, which the tests tell what to answer.
 */
import { chmodSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCli } from '@reeve/cli';
import { nodeHost } from '@reeve/machinery';
import { readAnswer } from '@reeve/scaffold';
import { eventually } from '@reeve/testing';
import { TestProject } from './project.ts';
import type { Ran } from './project.ts';

const key = 'sample/v1';

/** A project that names an executable, which writes down what it is asked. `body` has the request and returns the answer. */
async function withExecutable(body: string, { root = 'plugins-root', universe = '' } = {}): Promise<TestProject> {
  const project = new TestProject();
  await project.done(['init', '--yes', '--name', 'shops']);
  const file = JSON.parse(project.read('reeve.json')) as object;
  project.write(
    'reeve.json',
    JSON.stringify({ ...file, plugins: [{ external: key, ...(universe !== '' && { universe }) }] }, undefined, 2),
  );
  const place = `${root}/sample/v1/sample.cjs`;
  project.write('.gitignore', 'node_modules/\n.reeve/\nplugins-root/\nasked/\n*.secret\n/out\n!kept.secret\n');
  project.write(
    place,
    `#!${process.execPath}
const { readFileSync, writeFileSync, readdirSync, mkdirSync } = require('node:fs');
const request = JSON.parse(readFileSync(0, 'utf8'));
mkdirSync('asked', { recursive: true });
writeFileSync('asked/' + readdirSync('asked').length + '.json', JSON.stringify(request));
const answer = (more) => ({ apiVersion: 'v1alpha1', command: request.command, ...more });
(async () => { ${body} })().then((said) => said !== undefined && process.stdout.write(JSON.stringify(said)));
`,
  );
  chmodSync(project.file(place), 0o755);
  return project;
}

const run = (project: TestProject, words: readonly string[], root = 'plugins-root'): Promise<Ran> =>
  project.reeve(words, { variables: { EXTERNAL_PLUGINS_PATH: project.file(root) } });

const asked = (project: TestProject): Record<string, unknown>[] =>
  Object.entries(project.files())
    .filter(([path]) => path.startsWith('asked/'))
    .map(([, text]) => JSON.parse(text) as Record<string, unknown>);

const written = (project: TestProject): string[] =>
  Object.keys(project.files()).filter((path) => !path.startsWith('asked/') && !path.startsWith('plugins-root/'));

test('an executable gets the request of the protocol, and what it answers is written', async () => {
  using project = await withExecutable("return answer({ universe: { 'samples/shop.yaml': 'kind: Shop\\n' } });");
  project.write('kept.secret', 'k').write('token.secret', 't').write('out/made.txt', 'm').write('image.bin', 'a\0b');
  const { code, err } = await run(project, ['create', 'api', '--kind', 'Shop', '--group', 'web', '--force']);
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(project.read('samples/shop.yaml')).toBe('kind: Shop\n');
  const [request] = asked(project);
  expect(request).toMatchObject({
    apiVersion: 'v1alpha1',
    command: 'create api',
    args: ['--kind', 'Shop', '--group', 'web', '--force'],
    pluginChain: [key],
    config: {
      version: '3',
      domain: 'example.com',
      projectName: 'shops',
      layout: [key],
      resources: [
        {
          group: 'web',
          domain: 'example.com',
          kind: 'Shop',
          version: 'v1alpha1',
          api: { crdVersion: 'v1', namespaced: true },
          controller: true,
        },
      ],
    },
  });
  const { universe } = request as { universe: Record<string, string> };
  expect(Object.keys(universe).toSorted()).toEqual([
    '.gitignore',
    'kept.secret',
    'package.json',
    'reeve.json',
    'src/shop.test.ts',
    'src/shop.ts',
    'tsconfig.json',
  ]);
  expect(universe['kept.secret']).toBe('k');
});

test('one that is declared with all files gets ignored ones, too', async () => {
  using project = await withExecutable('return answer({});', { universe: 'all' });
  project.write('token.secret', 't');
  await run(project, ['edit']);
  expect(asked(project)[0]).toHaveProperty(['universe', 'token.secret'], 't');
});

const failing: readonly [string, string, RegExp][] = [
  [
    'error: true with exit code 0',
    "return answer({ error: true, errorMsgs: ['the moon is full', 'come back'] });",
    /failed, and nothing was written: the moon is full; come back/,
  ],
  [
    'no JSON',
    "console.error('oh no'); process.stdout.write('Hello!');",
    /answered no JSON object, and nothing was written: oh no/,
  ],
  ['nothing', '', /answered no JSON object/],
  [
    'an exit code',
    "console.error('not today'); process.exit(3);",
    /failed with exit code 3, and nothing was written: not today/,
  ],
  [
    'a signal',
    "console.error('hit'); process.kill(process.pid, 'SIGKILL'); await new Promise(() => setTimeout(() => {}, 60000));",
    /was ended by SIGKILL, and nothing was written: hit/,
  ],
  ['a list', 'return [];', /answered no JSON object/],
];

test.each(failing)(
  'an executable that answers %s fails the command, and nothing is written · PL-11',
  async (_, body, says) => {
    using project = await withExecutable(body);
    const before = written(project);
    const { code, err } = await run(project, ['create', 'api', '--kind', 'Shop']);
    expect(code).toBe(1);
    expect(err).toMatch(/the plugin sample\/v1 /);
    expect(err).toMatch(says);
    expect(written(project)).toEqual(before);
  },
);

const outside: readonly [string, RegExp][] = [
  ['../evil.txt', /leaves the project/],
  ['a/../../evil.txt', /leaves the project/],
  ['/tmp/evil.txt', /is absolute/],
  ['.git/config', /lies in \.git/],
  ['link/evil.txt', /follows a link to/],
];

test.each(outside)(
  'an answer with the path %s is refused, and nothing of it is written · PL-12',
  async (path, says) => {
    using elsewhere = new TestProject();
    using project = await withExecutable(`return answer({ universe: { 'fine.txt': 'fine', '${path}': 'evil' } });`);
    symlinkSync(elsewhere.path, project.file('link'));
    const { code, err } = await run(project, ['edit']);
    expect(code).toBe(1);
    expect(err).toMatch(says);
    expect(written(project)).not.toContain('fine.txt');
    expect(elsewhere.files()).toEqual({});
  },
);

test('an existing file that an answer changes is in the way unless --force, and one that it repeats is unchanged · PL-13', async () => {
  using project = await withExecutable(
    "return answer({ universe: { ...request.universe, 'own.txt': 'theirs', 'tsconfig.json': request.universe['tsconfig.json'] } });",
  );
  project.write('own.txt', 'mine');
  const refused = await run(project, ['edit']);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('own.txt is in the way: nothing was written');
  const { code, out } = await run(project, ['edit', '--force', '-o', 'json']);
  expect(code).toBe(0);
  expect((JSON.parse(out) as { files: { path: string }[] }).files.map(({ path }) => path)).toEqual([
    'own.txt',
    'reeve.json',
  ]);
  expect(project.read('own.txt')).toBe('theirs');
});

test('its change of PROJECT is left out, and said', async () => {
  using project = await withExecutable("return answer({ universe: { PROJECT: 'version: 3' } });");
  const { err } = await run(project, ['edit']);
  expect(err).toContain('its change of PROJECT is left out');
  expect(written(project)).not.toContain('PROJECT');
});

test('executables are found below their root and not in the project, and one without permission is named when it is used · PL-14', async () => {
  using project = await withExecutable('return answer({});');
  using empty = new TestProject();
  const missing = await project.reeve(['edit'], { variables: { EXTERNAL_PLUGINS_PATH: empty.path } });
  expect(missing.err).toContain(`the plugin ${key} is not installed: there is no ${empty.path}/sample/v1/sample`);

  empty.write('kubebuilder/plugins/sample/v1/sample.sh', '#!/bin/sh\n');
  const variables = { XDG_CONFIG_HOME: empty.path };
  const denied = await project.reeve(['edit'], { variables });
  expect(denied.code).toBe(1);
  expect(denied.err).toContain('may not be executed: ');
  expect(denied.err).toContain('next: chmod +x ');
  expect((await project.reeve(['version', '--client'], { variables })).code).toBe(0);
  expect((await project.reeve(['create', 'test', '--help'], { variables })).code).toBe(0);
});

test('flags are asked once for a word that reeve does not know, and those that the host has are dropped · PL-15', async () => {
  using project = await withExecutable(`
    if (request.command === 'flags') return answer({ flags: [
      { Name: 'board', Type: 'string', Default: '', Usage: 'the board' }, { Name: 'kind', Type: 'bool' }, { Name: 'count', Type: 'int' } ] });
    return answer({ universe: { 'args.txt': request.args.join(' ') } });`);
  const { code } = await run(project, ['edit', '--board', 'sales', '--count', '2']);
  expect(code).toBe(0);
  expect(
    asked(project).map(({ command, args, universe }) => [command, args, command === 'flags' ? universe : 'files']),
  ).toEqual([
    ['flags', ['--edit'], {}],
    ['edit', ['--board', 'sales', '--count', '2'], 'files'],
  ]);
  expect(project.read('args.txt')).toBe('--board sales --count 2');
  const unknown = await run(project, ['edit', '--bord', 'sales']);
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain("unknown option '--bord': did you mean --board?");
  const answer = readAnswer(key, {
    code: 0,
    signal: undefined,
    stderr: '',
    stdout: JSON.stringify({
      flags: ['group', 'version', 'kind', 'help', 'own'].map((Name) => ({ Name, Type: 'bool' })),
    }),
  });
  expect(answer.flags).toEqual([{ syntax: '--own', summary: '' }]);
});

test('without executables a misspelled flag is answered with the one that was meant', async () => {
  using project = new TestProject();
  const { code, err } = await project.reeve(['init', '--domian', 'shops.example']);
  expect(code).toBe(2);
  expect(err).toContain("unknown option '--domian': did you mean --domain?");
  expect(project.files()).toEqual({});
});

/** Waits until a process has gone. */
const gone = (pid: number): Promise<unknown> =>
  eventually(nodeHost(), () => {
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    return true;
  });

test('what an executable has left behind is ended when it has answered', async () => {
  using project = await withExecutable(`
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    child.unref();
    return answer({ universe: { 'pid.txt': String(child.pid) } });`);
  expect((await run(project, ['edit'])).code).toBe(0);
  await gone(Number(project.read('pid.txt')));
});

test('one that hangs is ended with all that it has started when the command is interrupted, and nothing is written', async () => {
  using project = await withExecutable(`
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    console.error('waiting with ' + child.pid + '.');
    await new Promise(() => setInterval(() => {}, 1000));`);
  const before = written(project);
  const terminal = project.terminal({ variables: { EXTERNAL_PLUGINS_PATH: project.file('plugins-root') } });
  const ended = runCli(['edit'], { terminal });
  await Promise.race([terminal.shows(/waiting with \d+\./), ended]);
  terminal.signal();
  expect(await ended).toBe(130);
  await gone(Number(/waiting with (\d+)/.exec(terminal.printed.err)?.[1]));
  expect(written(project)).toEqual(before);
});
