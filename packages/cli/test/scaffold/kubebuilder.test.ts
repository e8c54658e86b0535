/**
 * reeve and kubebuilder: reeve as its external plugin, by the requests that it sends.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { executable } from '../executable.ts';
import { TestProject } from './project.ts';

interface Answer {
  readonly universe?: Record<string, string>;
  readonly error?: boolean;
  readonly errorMsgs?: string[];
  readonly [field: string]: unknown;
}

async function answer(request: object | string): Promise<Answer> {
  using project = new TestProject();
  const stdin = typeof request === 'string' ? request : JSON.stringify(request);
  const { code, out } = await project.reeve(['external-plugin'], { stdin });
  expect(code).toBe(0);
  expect(project.files()).toEqual({});
  return JSON.parse(out) as Answer;
}

const config = { version: '3', domain: 'shops.example', projectName: 'shop-operator' };

test('requests of kubebuilder are answered: flags, metadata, init, create api', async () => {
  const ask = (command: string, args: string[], universe = {}): Promise<Answer> =>
    answer({ apiVersion: 'v1alpha1', command, args, universe, config });
  expect(await ask('flags', ['--api'])).toMatchObject({
    apiVersion: 'v1alpha1',
    command: 'flags',
    flags: [{ Name: 'namespaced', Type: 'bool' }, { Name: 'controller' }],
  });
  expect(await ask('metadata', ['--init'])).toMatchObject({
    metadata: { Description: expect.stringContaining('TypeScript') as string },
  });
  const init = await ask('init', [], { '.gitignore': 'bin\n', PROJECT: 'version: "3"\n' });
  expect(Object.keys(init.universe ?? {}).toSorted()).toEqual([
    '.gitignore',
    'package.json',
    'reeve.json',
    'tsconfig.json',
  ]);
  expect(init.universe?.['.gitignore']).toBe('bin\nnode_modules/\n.reeve/\n');
  expect(JSON.parse(init.universe?.['reeve.json'] ?? '')).toMatchObject({
    name: 'shop-operator',
    domain: 'shops.example',
  });
  const api = await ask(
    'create api',
    ['--group', 'web', '--version', 'v1', '--kind', 'Shop', '--namespaced=false'],
    init.universe,
  );
  expect(Object.keys(api.universe ?? {}).toSorted()).toEqual(['reeve.json', 'src/shop.test.ts', 'src/shop.ts']);
  expect(api.universe?.['src/shop.ts']).toContain("group: 'web.shops.example'");
  expect(api.universe?.['src/shop.ts']).toContain("scope: 'Cluster'");
});

test('what is wrong is an answer, too', async () => {
  expect(await answer('no JSON')).toMatchObject({ error: true });
  expect(await answer({ command: 'create webhook' })).toMatchObject({
    error: true,
    errorMsgs: ['reeve has no part in create webhook'],
  });
  expect(await answer({ command: 'create api', args: ['--kind', 'shop'], universe: {} })).toMatchObject({
    error: true,
    errorMsgs: [expect.stringContaining('is no kind')],
  });
  expect(
    await answer({ command: 'create api', args: ['--kind', 'Shop'], universe: { 'src/shop.ts': 'mine' } }),
  ).toMatchObject({
    errorMsgs: ['src/shop.ts would be overwritten: nothing was made'],
  });
});

test('--install writes the executable that kubebuilder looks for, and it answers', () => {
  using project = new TestProject();
  const env = { PATH: process.env['PATH'] ?? '', EXTERNAL_PLUGINS_PATH: project.path };
  const path = execFileSync(process.execPath, [executable, 'external-plugin', '--install'], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  expect(path).toBe(project.file('reeve/v1/reeve'));
  const { stdout } = spawnSync(path, {
    env,
    encoding: 'utf8',
    input: JSON.stringify({ command: 'flags', args: ['--api'], universe: {} }),
  });
  expect(JSON.parse(stdout)).toMatchObject({ command: 'flags' });
});
