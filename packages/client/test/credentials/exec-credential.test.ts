import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ApiServer } from '@reeve/apiserver';
import {
  KubeConfig,
  SharedConnections,
  connect,
  type Cluster,
  type ConnectOptions,
  type ExecSettings,
  type PluginCall,
  type PluginResult,
} from '@reeve/client';
import { ManualClock, formatTime, settle } from '@reeve/machinery';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf, hostWith, textOf } from '../transport/harness.ts';

const apiVersion = 'client.authentication.k8s.io/v1';
const plugin: ExecSettings = { command: 'plugin', apiVersion, interactiveMode: 'Never' };
const get = { method: 'GET', path: '/apis/authentication.k8s.io/v1/selfsubjectreviews' };

const printed = (status: object, version = apiVersion): PluginResult => ({
  type: 'printed',
  output: JSON.stringify({ kind: 'ExecCredential', apiVersion: version, status }),
});

describe('a credential plugin', () => {
  let server: ApiServer;
  const jane = { name: 'jane', groups: [] };
  const tokens = new Map([
    ['good', jane],
    ['better', jane],
  ]);
  beforeAll(async () => {
    server = await ApiServer.start({ port: 0, tokens, allowsAnonymous: false });
  });
  afterAll(() => server.stop());

  /** A client whose plugin answers by the function; keeps its calls. */
  const withPlugin = async (
    answer: (call: PluginCall, count: number) => PluginResult | Promise<PluginResult>,
    {
      settings = {},
      isTerminal = false,
      ...options
    }: { settings?: Partial<ExecSettings>; isTerminal?: boolean } & ConnectOptions = {},
  ): Promise<{ cluster: Cluster; calls: PluginCall[] }> => {
    const calls: PluginCall[] = [];
    const { tls } = (await KubeConfig.parse(server.kubeconfig())).connection();
    const identity = { type: 'exec', settings: { ...plugin, ...settings }, cluster: { server: server.url } } as const;
    const pluginRunner = {
      run: async (call: PluginCall) => answer(call, calls.push(call)),
      isTerminal: () => isTerminal,
      find: async (name: string) => (name.includes('/') ? name : `/usr/bin/${name}`),
    };
    const config = { server: server.url, tls: { ca: tls?.ca }, identity };
    return { cluster: connect(config, { pluginRunner, connections: new SharedConnections(), ...options }), calls };
  };

  test('runs once however many requests wait, and its token is shown by all of them', async () => {
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { cluster, calls } = await withPlugin(async () => {
      await gate;
      return printed({ token: 'good' });
    });
    await using _cluster = cluster;
    const answers = Array.from({ length: 8 }, async () => {
      const response = await cluster.transport.request({ method: 'GET', path: '/version' });
      await textOf(response);
      return response.status;
    });
    await settle();
    release();
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
    expect(calls).toHaveLength(1);
  });

  test('is told its version, whether it may ask questions, and the cluster if it wants to know', async () => {
    const env = [{ name: 'PROFILE', value: 'prod' }];
    const { cluster, calls } = await withPlugin(() => printed({ token: 'good' }), {
      settings: { args: ['get-token'], env, provideClusterInfo: true },
    });
    await using _cluster = cluster;
    await textOf(await cluster.transport.request(get));
    expect(calls[0]).toMatchObject({ command: 'plugin', args: ['get-token'], isInteractive: false });
    expect(calls[0]?.env).toMatchObject({ PROFILE: 'prod' });
    expect(JSON.parse(calls[0]?.env['KUBERNETES_EXEC_INFO'] ?? '')).toEqual({
      kind: 'ExecCredential',
      apiVersion,
      spec: { interactive: false, cluster: { server: server.url } },
    });
  });

  test('runs again when what it gave has expired, and not before', async () => {
    const clock = new ManualClock();
    const host = hostWith(clock);
    const { cluster, calls } = await withPlugin(
      () => printed({ token: 'good', expirationTimestamp: formatTime(clock.now() + 60_000) }),
      { host },
    );
    await using _cluster = cluster;
    const ask = async (): Promise<void> =>
      void (await textOf(await cluster.transport.request({ method: 'GET', path: '/version' })));
    await ask();
    await ask();
    expect(calls).toHaveLength(1);
    await clock.advance(61_000);
    await ask();
    expect(calls).toHaveLength(2);
  });

  test('runs again after a 401, and the request is sent again with what it gives', async () => {
    const { cluster, calls } = await withPlugin((_call, count) =>
      printed({ token: count === 1 ? 'revoked' : 'better' }),
    );
    await using _cluster = cluster;
    const response = await cluster.transport.request({ method: 'GET', path: '/version' });
    expect(response.status).toBe(200);
    await textOf(response);
    expect(calls).toHaveLength(2);
  });

  test('that gives the same again after a 401 leaves it at that', async () => {
    const { cluster, calls } = await withPlugin(() => printed({ token: 'revoked' }));
    await using _cluster = cluster;
    const response = await cluster.transport.request({ method: 'GET', path: '/version' });
    await textOf(response);
    expect(response.status).toBe(401);
    expect(calls).toHaveLength(2);
  });

  test('may give a certificate, with which connections are opened', async () => {
    const { tls } = (await KubeConfig.parse(server.kubeconfig())).connection();
    const key = tls?.key === undefined || typeof tls.key === 'string' ? '' : tls.key.reveal();
    const { cluster } = await withPlugin(() => printed({ clientCertificateData: tls?.cert, clientKeyData: key }));
    await using _cluster = cluster;
    const response = await cluster.transport.request({ method: 'GET', path: '/api/v1/namespaces' });
    await textOf(response);
    expect(response.status).toBe(200);
  });

  test.each([
    ['Never', true, false],
    ['IfAvailable', true, true],
    ['IfAvailable', false, false],
    ['Always', true, true],
  ] as const)(
    'with interactiveMode %s and a terminal %s reads from it: %s',
    async (interactiveMode, isTerminal, isInteractive) => {
      const { cluster, calls } = await withPlugin(() => printed({ token: 'good' }), {
        settings: { interactiveMode },
        isTerminal,
      });
      await using _cluster = cluster;
      await textOf(await cluster.transport.request(get));
      expect(calls[0]?.isInteractive).toBe(isInteractive);
    },
  );

  test('with interactiveMode Always and no terminal is not started', async () => {
    const { cluster, calls } = await withPlugin(() => printed({}), { settings: { interactiveMode: 'Always' } });
    await using _cluster = cluster;
    const error = await failureOf(cluster.transport.request(get));
    expect(error.message).toContain('standard input is no terminal');
    expect(calls).toEqual([]);
  });

  test.each([
    ['prints no JSON', { type: 'printed', output: 'token: s3cret' }, 'printed no JSON'],
    [
      'prints another version',
      printed({ token: 's3cret' }, 'client.authentication.k8s.io/v1beta1'),
      'make apiVersion fit the plugin',
    ],
    [
      'prints no status',
      { type: 'printed', output: JSON.stringify({ kind: 'ExecCredential', apiVersion }) },
      'without status',
    ],
    [
      'prints nothing to show',
      printed({ expirationTimestamp: '2026-01-01T00:00:00Z' }),
      'neither a token nor a certificate',
    ],
    ['prints a key alone', printed({ clientKeyData: 's3cret' }), 'only one of certificate and key'],
    ['prints a bad time', printed({ token: 's3cret', expirationTimestamp: 'tomorrow' }), 'expirationTimestamp'],
    [
      'fails',
      { type: 'failed', problem: 'failed with exit code 3', exitCode: 3 },
      'failed with exit code 3: run it by hand',
    ],
  ] as [string, PluginResult, string][])(
    'that %s fails the request, and shows nothing of what it printed',
    async (_what, result, message) => {
      const { cluster } = await withPlugin(() => result);
      await using _cluster = cluster;
      const error = await failureOf(cluster.transport.request(get));
      expect(error).toMatchObject({ code: 'REEVE_CREDENTIALS' });
      expect(error.message).toContain(message);
      expect(inspect(error)).not.toContain('s3cret');
    },
  );

  test('that is not installed is named with its hint, ten times an hour', async () => {
    const clock = new ManualClock();
    const host = hostWith(clock);
    const settings = { installHint: 'see \u001b[1mhttps://example.com' };
    const { cluster } = await withPlugin(() => ({ type: 'missing' }), { settings, host });
    await using _cluster = cluster;
    const messages: string[] = [];
    for (let turn = 0; turn < 12; turn += 1) messages.push((await failureOf(cluster.transport.request(get))).message);
    expect(messages[0]).toBe(
      'the credential plugin plugin is not installed: install it, or put it on the PATH. see [1mhttps://example.com',
    );
    expect(messages.filter((message) => message.includes('https://example.com'))).toHaveLength(10);
    await clock.advance(3_600_000);
    expect((await failureOf(cluster.transport.request(get))).message).toContain('https://example.com');
  });

  test.each([
    ['AllowAll', true],
    ['DenyAll', false],
    [{ allow: ['plugin'] }, true],
    [{ allow: ['/usr/bin/plugin'] }, true],
    [{ allow: ['/opt/plugin', 'other'] }, false],
  ] as const)('under the policy %o is started: %s', async (execPolicy, isStarted) => {
    const { cluster, calls } = await withPlugin(() => printed({ token: 'good' }), { execPolicy });
    await using _cluster = cluster;
    await cluster.transport.request(get).then(textOf, () => {});
    expect(calls.length > 0).toBe(isStarted);
  });

  test('of an API version that nobody speaks is refused at once', async () => {
    const settings = { apiVersion: 'client.authentication.k8s.io/v1alpha1' };
    await expect(withPlugin(() => printed({}), { settings })).rejects.toMatchObject({ code: 'REEVE_CREDENTIALS' });
  });

  test('really is a program', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reeve-plugin-'));
    const program = join(folder, 'plugin.mjs');
    const source = `#!${process.execPath}
      const { apiVersion, spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
      const token = process.argv[2] === 'get-token' && process.env.PROFILE === 'prod' && !spec.interactive ? 'good' : 'bad';
      console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion, status: { token } }));`;
    await writeFile(program, source);
    await chmod(program, 0o755);
    const { tls } = (await KubeConfig.parse(server.kubeconfig())).connection();
    const run = async (command: string): Promise<number | Error> => {
      const settings = { ...plugin, command, args: ['get-token'], env: [{ name: 'PROFILE', value: 'prod' }] };
      const identity = { type: 'exec', settings, cluster: { server: server.url } } as const;
      await using cluster = connect({ server: server.url, tls: { ca: tls?.ca }, identity });
      const response = await cluster.transport
        .request({ method: 'GET', path: '/version' })
        .catch((error: unknown) => error as Error);
      if (response instanceof Error) return response;
      await textOf(response);
      return response.status;
    };
    expect(await run(program)).toBe(200);
    expect(await run(join(folder, 'absent'))).toMatchObject({ message: expect.stringContaining('is not installed') });
    expect(await run('false')).toMatchObject({ message: expect.stringContaining('failed with exit code 1') });
    await rm(folder, { recursive: true });
  });
});
