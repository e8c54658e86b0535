import { mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadKubeConfig, saveKubeConfig, writeKubeConfig } from '@reeve/client';
import { VirtualHost } from '@reeve/machinery';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../transport/harness.ts';
import { machine } from './environment.ts';

const text = `# my clusters
apiVersion: v1
kind: Config
clusters:
- name: dev # at home
  cluster:
    server: https://dev
    x-owner: nobody knows this field
users:
- name: me
  user:
    token: old
contexts: []
current-context: ""
`;

describe('writing', () => {
  let folder = '';
  let file = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reeve-kubeconfig-'));
    file = join(folder, 'config');
    await writeFile(file, text, { mode: 0o640 });
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('changes what it is told and keeps comments, order and unknown fields', async () => {
    await writeKubeConfig(file, {
      currentContext: 'dev',
      contexts: { dev: { cluster: 'dev', user: 'me' } },
      users: { me: { token: 'new' } },
    });
    const written = await readFile(file, 'utf8');
    expect(written).toContain('# my clusters');
    expect(written).toContain('name: dev # at home');
    expect(written).toContain('x-owner: nobody knows this field');
    expect(written).toContain('token: new');
    expect(written).toContain('current-context: "dev"');
    const config = await loadKubeConfig({ kubeconfig: file });
    expect(config.context('dev')).toEqual({ cluster: 'dev', user: 'me' });
  });

  test('writes through no link and into no file that somebody has put in the way of its draft', async () => {
    const victim = join(folder, 'victim');
    await writeFile(victim, 'untouched');
    await symlink(victim, `${file}.${process.pid}.tmp`);
    await writeKubeConfig(file, { currentContext: 'dev' });
    expect(await readFile(victim, 'utf8')).toBe('untouched');
    expect(await readFile(file, 'utf8')).toContain('current-context: "dev"');
    expect((await readdir(folder)).toSorted()).toEqual(['config', `config.${process.pid}.tmp`, 'victim']);
  });

  test('takes fields and entries away', async () => {
    await writeKubeConfig(file, {
      clusters: { dev: undefined },
      users: { me: { token: undefined as never, username: 'me' } },
    });
    const config = await loadKubeConfig({ kubeconfig: file });
    expect(config.clusters).toEqual([]);
    expect(await readFile(file, 'utf8')).not.toContain('token');
  });

  test('keeps the mode of the file, makes new ones private, follows links and leaves nothing else behind', async () => {
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
    await symlink(file, join(folder, 'link'));
    await writeKubeConfig(join(folder, 'link'), { currentContext: 'x' });
    expect(await modeOf(file)).toBe(0o640);
    const fresh = join(folder, 'deep', 'er', 'config');
    await writeKubeConfig(fresh, { currentContext: 'y' });
    expect(await modeOf(fresh)).toBe(0o600);
    expect(await readFile(fresh, 'utf8')).toBe('apiVersion: v1\nkind: Config\ncurrent-context: y\n');
    expect((await readdir(folder)).toSorted()).toEqual(['config', 'deep', 'link']);
  });

  test('takes a lock first, so that two writers do not interleave · KC-6', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `user-${at}`);
    await Promise.all(names.map((name) => writeKubeConfig(file, { users: { [name]: { token: name } } })));
    expect((await loadKubeConfig({ kubeconfig: file })).users.toSorted()).toEqual(['me', ...names]);
    expect(await readdir(folder)).toEqual(['config']);
  });

  test('leaves a broken file as it is', async () => {
    await writeFile(file, 'clusters: {');
    expect(await failureOf(writeKubeConfig(file, { currentContext: 'x' }))).toMatchObject({ code: 'REEVE_KUBECONFIG' });
    expect(await readFile(file, 'utf8')).toBe('clusters: {');
    expect(await readdir(folder)).toEqual(['config']);
  });
});

test('a lock that nobody gives back is named, and nothing is written · KC-6', async () => {
  const host = new VirtualHost({ seed: 1 });
  const environment = machine({ '/config': text, '/config.lock': '' });
  const error = await host.run(() =>
    failureOf(writeKubeConfig('/config', { currentContext: 'x' }, { environment, host })),
  );
  expect(error).toMatchObject({ code: 'REEVE_KUBECONFIG_LOCKED' });
  expect(error.message).toContain('/config.lock exists');
  expect(environment.disk.get('/config')).toBe(text);
  expect(environment.disk.has('/config.lock')).toBe(true);
});

test('of several files each change goes to the one it came from, and what is new to the first that exists', async () => {
  const second = 'users:\n- name: you\n  user: {token: old}\n';
  const environment = machine({ '/2': text, '/3': second }, { KUBECONFIG: '/1:/2:/3' });
  const config = await loadKubeConfig({ environment });
  await saveKubeConfig(config, { users: { you: { token: 'new' }, they: { token: 'newer' } } }, { environment });
  expect(environment.disk.get('/3')).toContain('token: new');
  expect(environment.disk.get('/2')).toContain('name: they');
  expect(environment.disk.has('/1')).toBe(false);
});
