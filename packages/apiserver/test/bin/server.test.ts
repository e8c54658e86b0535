import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { credentialsIn } from './credentials.ts';
import { call, isListening } from './https-call.ts';
import { Program } from './program.ts';

describe('the command server', { timeout: 30_000 }, () => {
  test('prints one line for the shell, and the kubeconfig it names reaches the server', async () => {
    const file = join(temporaryFolder(), 'kubeconfig');
    await using server = new Program('server', ['--kubeconfig', file]);
    const [, url] = await server.says(/ready in \d+ ms on (https:\/\/127\.0\.0\.1:\d+)/);

    const credentials = credentialsIn(readFileSync(file, 'utf8'));

    expect(credentials.url).toBe(url);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await call(`${url}/api/v1/namespaces/default`, credentials)).json()).toMatchObject({ kind: 'Namespace' });
    expect(await server.stop('SIGINT')).toBe(0);
    expect(server.stdout).toBe(`export KUBECONFIG=${file}\n`);
    expect(await isListening(Number(new URL(url ?? '').port))).toBe(false);
  });

  test('writes the kubeconfig to a temporary file when none is named', async () => {
    await using server = new Program('server', []);
    const [, url = ''] = await server.says(/on (https:\/\/127\.0\.0\.1:\d+)/);
    await server.stop();

    const [, file = ''] = /^export KUBECONFIG=(.+)$/m.exec(server.stdout) ?? [];
    onTestFinished(() => rmSync(join(file, '..'), { recursive: true }));
    expect(readFileSync(file, 'utf8')).toContain(url);
  });

  test('serves plain HTTP when told to', async () => {
    await using server = new Program('server', ['--plain', '--kubeconfig', join(temporaryFolder(), 'kubeconfig')]);
    const [, url = ''] = await server.says(/on (http:\/\/127\.0\.0\.1:\d+)/);

    expect(await call(`${url}/readyz`)).toMatchObject({ status: 200, text: 'ok' });
  });

  test('is a cluster with --profile cluster: namespaces have what they hold in one', async () => {
    const file = join(temporaryFolder(), 'kubeconfig');
    await using server = new Program('server', ['--profile', 'cluster', '--kubeconfig', file]);
    const [, url = ''] = await server.says(/on (https:\/\/127\.0\.0\.1:\d+)/);

    const accounts = await call(`${url}/api/v1/serviceaccounts`, credentialsIn(readFileSync(file, 'utf8')));

    expect(accounts.json()).toMatchObject({
      items: ['default', 'kube-node-lease', 'kube-public', 'kube-system'].map((namespace) => ({
        metadata: { name: 'default', namespace },
      })),
    });
  });

  test('listens on the port it is given, and says so when that is taken', async () => {
    await using first = new Program('server', ['--kubeconfig', join(temporaryFolder(), 'kubeconfig')]);
    const [, port = ''] = await first.says(/on https:\/\/127\.0\.0\.1:(\d+)/);

    await using second = new Program('server', ['--port', port]);

    expect(await second.ended()).toBe(1);
    expect(second.stderr).toBe(
      `server: port ${port} is taken: choose another with --port, or leave it out for any free one\n`,
    );
  });

  test.each([
    [['--port', 'high'], '--port high is not a port: give a number from 0 to 65535'],
    [['--port=70000'], '--port 70000 is not a port: give a number from 0 to 65535'],
    [['--port='], '--port  is not a port: give a number from 0 to 65535'],
    [['--profile', 'moon'], '--profile is envtest or cluster, not moon'],
    [['--prot', '80'], '--prot is not a flag of this command'],
    [['8080'], '8080 is not understood: flags begin with --'],
  ])('refuses %j with the reason and the flags there are', async (args, reason) => {
    await using server = new Program('server', args);

    expect(await server.ended()).toBe(2);
    expect(server.stderr.split('\n')[0]).toBe(`server: ${reason}`);
    expect(server.stderr).toMatch(/^ {2}--port /m);
    expect(server.stdout).toBe('');
  });

  test('says why a kubeconfig cannot be written, and ends', async () => {
    const file = join(temporaryFolder(), 'absent', 'kubeconfig');
    await using server = new Program('server', ['--kubeconfig', file]);

    expect(await server.ended()).toBe(1);
    expect(server.stderr).toContain(`server: the kubeconfig cannot be written to ${file}`);
  });

  test('prints its flags with --help', async () => {
    await using server = new Program('server', ['--help']);

    expect(await server.ended()).toBe(0);
    expect(server.stdout).toMatch(/^ {2}--kubeconfig /m);
  });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
