import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { runCli } from '@reeve/cli';
import { Client, connect, loadKubeConfig } from '@reeve/client';
import { Namespace, Pod } from '@reeve/kinds/core/v1';
import { findCondition } from '@reeve/machinery';
import { Folder } from '../executable.ts';
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
