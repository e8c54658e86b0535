import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { runCli } from '@reeve/cli';
import { Client, connect, loadKubeConfig } from '@reeve/client';
import { ConfigMap, Namespace, Pod } from '@reeve/kinds/core/v1';
import { findCondition } from '@reeve/machinery';
import { Folder, startReeve } from '../executable.ts';
import { testTerminal } from '../test-terminal.ts';

describe('reeve server', { timeout: 30_000 }, () => {
  test('prints the line for the shell to stdout and the rest to stderr, serves, and ends at Ctrl-C', async () => {
    using folder = new Folder();
    const terminal = testTerminal({ folder: folder.path });
    const running = runCli(['server', '--profile', 'cluster', '--kubeconfig', 'k.yaml'], { terminal });
    await terminal.shows('ready in');
    expect(terminal.printed.out).toBe(`export KUBECONFIG=${folder.file('k.yaml')}\n`);
    expect(terminal.printed.err).toMatch(/^API server ready in \d+ ms on https:\/\/127\.0\.0\.1:\d+\n$/);
    expect(statSync(folder.file('k.yaml')).mode & 0o077).toBe(0);
    await using cluster = connect((await loadKubeConfig({ kubeconfig: folder.file('k.yaml') })).connection());
    const { items } = await Client.of(cluster).list(Namespace);
    expect(items.map(({ metadata }) => metadata.name)).toContain('default');
    terminal.signal();
    expect(await running).toBe(0);
  });

  test('reeve server stores large objects that come one after the other on one connection', async () => {
    using folder = new Folder();
    const running = startReeve(['server', '--kubeconfig', 'k.yaml'], folder); // on a thread of its own, the parser of Node is paused now and then
    await running.shows('ready in');
    await using cluster = connect((await loadKubeConfig({ kubeconfig: folder.file('k.yaml') })).connection());
    const client = Client.of(cluster);
    const data = { text: 'x'.repeat(100_000) };
    for (let index = 0; index < 100; index += 1)
      await client.create(ConfigMap, { metadata: { name: `large-${index}`, namespace: 'default' }, data });
    const { items } = await client.list(ConfigMap, { namespace: 'default' });
    expect(items.filter(({ metadata }) => metadata.name?.startsWith('large-'))).toHaveLength(100);
  });

  test('a cluster runs pods on its nodes, and tells their logs and runs commands in them', async () => {
    using folder = new Folder();
    const terminal = testTerminal({ folder: folder.path });
    const flags = ['--profile', 'cluster', '--nodes', '2', '--kubeconfig', 'k.yaml'];
    const running = runCli(['server', ...flags], { terminal });
    await terminal.shows('ready in');
    await using cluster = connect((await loadKubeConfig({ kubeconfig: folder.file('k.yaml') })).connection());
    const client = Client.of(cluster);
    const container = { name: 'main', image: 'web:1', env: [{ name: 'COLOR', value: 'blue' }] };
    const web = Pod.of({ metadata: { name: 'web', namespace: 'default' }, spec: { containers: [container] } });
    const created = await client.create(Pod, web);
    const { resourceVersion } = created.metadata;
    for await (const event of client.watch(Pod, { namespace: 'default', resourceVersion })) {
      if (event.type === 'MODIFIED' && findCondition(event.object.status?.conditions, 'Ready')?.status === 'True')
        break;
    }
    expect(await (await client.log(Pod, 'default/web')).text()).toMatch(/^main started: web:1, run 1, on node-[12]\n$/);
    const session = await client.exec(Pod, 'default/web', { command: ['sh', '-c', 'echo $COLOR; exit 3'] });
    expect(await session.output()).toMatchObject({ stdout: 'blue\n', exitCode: 3 });
    terminal.signal();
    expect(await running).toBe(0);
  });

  test('reeve server does not replace the kubeconfig of a server that runs in the folder', async () => {
    using folder = new Folder();
    const first = testTerminal({ folder: folder.path });
    const running = runCli(['server'], { terminal: first });
    await first.shows('ready in');
    const text = readFileSync(folder.file('.reeve/kubeconfig'), 'utf8');
    const second = testTerminal({ folder: folder.path });
    expect(await runCli(['server'], { terminal: second })).toBe(1);
    expect(second.printed.err).toContain('it is not replaced [REEVE_CLUSTER_RUNS]');
    expect(second.printed.err).toContain('next: end that one, or give this one a file of its own: --kubeconfig FILE');
    expect(readFileSync(folder.file('.reeve/kubeconfig'), 'utf8')).toBe(text);
    first.signal();
    expect(await running).toBe(0);
    const third = testTerminal({ folder: folder.path });
    const again = runCli(['server'], { terminal: third });
    await third.shows('ready in');
    expect(readFileSync(folder.file('.reeve/kubeconfig'), 'utf8')).not.toBe(text);
    third.signal();
    expect(await again).toBe(0);
  });

  test('reeve server replaces a link where its kubeconfig belongs, and runs no plugin of a kubeconfig that it finds', async () => {
    const plugin = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: 'touch',
      args: ['ran'],
      interactiveMode: 'Never',
    };
    const found = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'a',
      clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'a', user: { exec: plugin } }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    });
    using folder = new Folder({ victim: found });
    mkdirSync(folder.file('.reeve'), { mode: 0o777 });
    chmodSync(folder.file('.reeve'), 0o777);
    symlinkSync('../victim', folder.file('.reeve/kubeconfig'));
    const terminal = testTerminal({ folder: folder.path });
    const running = runCli(['server'], { terminal });
    await terminal.shows('ready in');
    expect(readFileSync(folder.file('victim'), 'utf8')).toBe(found);
    expect(lstatSync(folder.file('.reeve/kubeconfig')).isSymbolicLink()).toBe(false);
    expect(statSync(folder.file('.reeve')).mode & 0o777).toBe(0o700);
    expect([folder.file('ran'), 'ran'].some(existsSync)).toBe(false);
    terminal.signal();
    expect(await running).toBe(0);
  });

  test('reeve server refuses a .reeve that is a link', async () => {
    using folder = new Folder();
    mkdirSync(folder.file('elsewhere'));
    symlinkSync('elsewhere', folder.file('.reeve'));
    const terminal = testTerminal({ folder: folder.path });
    expect(await runCli(['server'], { terminal })).toBe(1);
    expect(terminal.printed.err).toMatch(
      /\.reeve cannot be written \[REEVE_WRITE\]\n {2}why: {2}.*\.reeve is a link: remove it/,
    );
    expect(existsSync(folder.file('elsewhere/.gitignore'))).toBe(false);
  });

  test('a port that is taken is one message and exit code 1', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { port } = blocker.address() as AddressInfo;
    using folder = new Folder();
    const terminal = testTerminal({ folder: folder.path });
    expect(await runCli(['server', '--port', String(port)], { terminal })).toBe(1);
    expect(terminal.printed.err).toContain(`error: port ${port} is taken`);
    blocker.close();
  });

  test('a kubeconfig that cannot be written is one message, and nothing is left running', async () => {
    using folder = new Folder({ file: '' });
    const terminal = testTerminal({ folder: folder.path });
    expect(await runCli(['server', '--kubeconfig', 'file/k.yaml'], { terminal })).toBe(1);
    expect(terminal.printed.err).toContain('k.yaml cannot be written [REEVE_WRITE]');
  });

  test('a profile that nobody knows is wrong use', async () => {
    const terminal = testTerminal();
    expect(await runCli(['server', '--profile', 'minikube'], { terminal })).toBe(2);
    expect(terminal.printed.err).toContain('Allowed choices are envtest, cluster');
  });
});

describe('reeve server --data', { timeout: 30_000 }, () => {
  test('has its objects again at the next start, and a snapshot of them can be saved and restored', async () => {
    using folder = new Folder();
    const made = await withServer(folder, ['--data', 'data'], async (client) => {
      const map = ConfigMap.of({ metadata: { name: 'kept', namespace: 'default' }, data: { a: '1' } });
      return await client.create(ConfigMap, map);
    });
    const read = (client: Client) => client.get(ConfigMap, 'default/kept');
    expect(await withServer(folder, ['--data', 'data'], read)).toEqual(made);

    const saving = testTerminal({ folder: folder.path });
    const save = ['server', 'snapshot', 'save', 'saved.reeve', '--data', 'data'];
    expect(await runCli(save, { terminal: saving })).toBe(0);
    expect(saving.printed.err).toMatch(/saved\.reeve has \d+ objects of revision \d+ \(\d+\.\d MB\) from .*data\n$/);
    const restoring = testTerminal({ folder: folder.path });
    const restore = ['server', 'snapshot', 'restore', 'saved.reeve', '--data', 'other'];
    expect(await runCli(restore, { terminal: restoring })).toBe(0);
    expect(await withServer(folder, ['--data', 'other'], read)).toEqual(made);
  });

  test('a second server on the folder, and a snapshot without a folder, are refused with what to do', async () => {
    using folder = new Folder();
    await withServer(folder, ['--data', 'data'], async () => {
      const second = testTerminal({ folder: folder.path });
      expect(await runCli(['server', '--data', 'data', '--kubeconfig', 'other'], { terminal: second })).toBe(1);
      expect(second.printed.err).toContain('another server has the data folder');
      expect(second.printed.err).toContain('[REEVE_DATA]');
    });
    const without = testTerminal({ folder: folder.path });
    expect(await runCli(['server', 'snapshot', 'save', 'saved'], { terminal: without })).toBe(2);
    expect(without.printed.err).toContain('name the data folder');
  });
});

/** Runs a server of a folder for as long as somebody uses it. */
async function withServer<T>(folder: Folder, flags: string[], use: (client: Client) => Promise<T>): Promise<T> {
  const terminal = testTerminal({ folder: folder.path });
  const running = runCli(['server', '--kubeconfig', 'k.yaml', ...flags], { terminal });
  await terminal.shows('ready in');
  try {
    await using cluster = connect((await loadKubeConfig({ kubeconfig: folder.file('k.yaml') })).connection());
    return await use(Client.of(cluster));
  } finally {
    terminal.signal();
    expect(await running).toBe(0);
  }
}
