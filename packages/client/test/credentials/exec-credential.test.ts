import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ApiServer } from '@reeve/apiserver';
import {
  KubeConfig,
  Secret,
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
      clusterConfig,
      ...options
    }: { settings?: Partial<ExecSettings>; isTerminal?: boolean; clusterConfig?: Secret } & ConnectOptions = {},
  ): Promise<{ cluster: Cluster; calls: PluginCall[] }> => {
    const calls: PluginCall[] = [];
    const { tls } = (await KubeConfig.parse(server.kubeconfig())).connection();
    const told = { server: server.url, ...(clusterConfig && { config: clusterConfig }) };
    const identity = { type: 'exec', settings: { ...plugin, ...settings }, cluster: told } as const;
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

  test('is told what a kubeconfig wraps: arguments, variables and the extension of the cluster', async () => {
    const { cluster, calls } = await withPlugin(() => printed({ token: 'good' }), {
      settings: {
        args: [new Secret('--token=hunter2')],
        env: [{ name: 'PASSWORD', value: new Secret('hunter2') }],
        provideClusterInfo: true,
      },
      clusterConfig: new Secret('{"big":9007199254740993,"deep":{"key":"hunter2"}}'),
    });
    await using _cluster = cluster;
    await textOf(await cluster.transport.request(get));
    expect(calls[0]).toMatchObject({ args: ['--token=hunter2'], env: { PASSWORD: 'hunter2' } });
    expect(calls[0]?.env['KUBERNETES_EXEC_INFO']).toContain(
      '"config":{"big":9007199254740993,"deep":{"key":"hunter2"}}',
    );
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
      'the credential plugin plugin is not installed: install it, or put it on the PATH. see \\u001b[1mhttps://example.com',
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

  test('that gives what has expired already is started once, and not for each request', async () => {
    const clock = new ManualClock();
    const { cluster, calls } = await withPlugin(
      () => printed({ token: 'good', expirationTimestamp: formatTime(clock.now() - 60_000) }),
      { host: hostWith(clock) },
    );
    await using _cluster = cluster;
    const ask = async (): Promise<void> =>
      void (await textOf(await cluster.transport.request({ method: 'GET', path: '/version' })));
    for (let turn = 0; turn < 20; turn += 1) await ask();
    expect(calls).toHaveLength(1);
    await clock.advance(11_000);
    await ask();
    expect(calls).toHaveLength(2);
  });

  test.each([
    ['the same', () => 'revoked'],
    ['another one each time', (count: number) => `revoked-${count}`],
  ])(
    'whose token the server does not accept is not started for each request, when it gives %s',
    async (_what, token) => {
      const clock = new ManualClock();
      const { cluster, calls } = await withPlugin((_call, count) => printed({ token: token(count) }), {
        host: hostWith(clock),
      });
      await using _cluster = cluster;
      const ask = async (): Promise<number> => {
        const response = await cluster.transport.request({ method: 'GET', path: '/version' });
        await textOf(response);
        return response.status;
      };
      for (let turn = 0; turn < 20; turn += 1) expect(await ask()).toBe(401);
      expect(calls).toHaveLength(2);
      await clock.advance(11_000);
      await ask();
      expect(calls).toHaveLength(3);
    },
  );

  test('that is started again after a 401 is waited for by all whose token was not accepted', async () => {
    const { cluster, calls } = await withPlugin(async (_call, count) => {
      await settle();
      return printed({ token: count === 1 ? 'revoked' : 'better' });
    });
    await using _cluster = cluster;
    const statuses = Array.from({ length: 8 }, async () => {
      const response = await cluster.transport.request({ method: 'GET', path: '/version' });
      await textOf(response);
      return response.status;
    });
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    expect(calls).toHaveLength(2);
  });

  describe('that does not end', () => {
    /** A plugin that ends when it is told to, and says whether it was. */
    const hanging = async (options: ConnectOptions & { isTerminal?: boolean } = {}) => {
      const told: boolean[] = [];
      const answer = ({ signal }: PluginCall) =>
        new Promise<PluginResult>((resolve) => {
          signal?.addEventListener('abort', () => {
            told.push(true);
            resolve({ type: 'failed', problem: 'was ended' });
          });
        });
      return { ...(await withPlugin(answer, { settings: { interactiveMode: 'IfAvailable' }, ...options })), told };
    };

    test('is ended after a minute, and the error names it', async () => {
      const clock = new ManualClock();
      const { cluster, calls, told } = await hanging({ host: hostWith(clock) });
      await using _cluster = cluster;
      const failed = failureOf(cluster.transport.request(get));
      await expect.poll(() => calls.length).toBe(1);
      await clock.advance(59_000);
      expect(told).toEqual([]);
      await clock.advance(1000);
      expect(await failed).toMatchObject({ code: 'REEVE_CREDENTIALS' });
      expect((await failed).message).toBe(
        'the credential plugin plugin did not end within 60 s and was ended: run it by hand to see why',
      );
      expect(told).toEqual([true]);
    });

    test('may take as long as it likes while it talks to a person', async () => {
      const clock = new ManualClock();
      const { cluster, calls, told } = await hanging({ host: hostWith(clock), isTerminal: true });
      const failed = failureOf(cluster.transport.request(get));
      await expect.poll(() => calls.length).toBe(1);
      await clock.advance(3_600_000);
      expect(told).toEqual([]);
      await cluster.close();
      await failed;
    });

    test('is ended when the last of those who wait gives up, and not before', async () => {
      const { cluster, calls, told } = await hanging();
      await using _cluster = cluster;
      const [one, other] = [new AbortController(), new AbortController()];
      const asked = [one, other].map(({ signal }) => failureOf(cluster.transport.request({ ...get, signal })));
      await expect.poll(() => calls.length).toBe(1);
      one.abort();
      await asked[0];
      expect(told).toEqual([]);
      other.abort();
      await asked[1];
      await expect.poll(() => told).toEqual([true]);
    });

    test('is ended when its cluster is closed', async () => {
      const { cluster, calls, told } = await hanging();
      const failed = failureOf(cluster.transport.request(get));
      await expect.poll(() => calls.length).toBe(1);
      await cluster.close();
      expect(told).toEqual([true]);
      await failed;
    });

    test('is what a request says that it waited for when its time is over', async () => {
      const clock = new ManualClock();
      const { cluster, calls } = await hanging({ host: hostWith(clock), timeoutMs: 1000 });
      await using _cluster = cluster;
      const failed = failureOf(cluster.transport.request(get));
      await expect.poll(() => calls.length).toBe(1);
      await clock.advance(1000);
      expect(await failed).toMatchObject({ code: 'REEVE_DEADLINE' });
      expect((await failed).message).toContain('waited 1 s for the credential plugin plugin');
    });
  });

  describe('that is a program', () => {
    const asking = async (settings: Partial<ExecSettings>, clock = new ManualClock()) => {
      const { tls } = (await KubeConfig.parse(server.kubeconfig())).connection();
      const identity = { type: 'exec', settings: { ...plugin, ...settings }, cluster: { server: server.url } } as const;
      const cluster = connect(
        { server: server.url, tls: { ca: tls?.ca }, identity },
        { host: hostWith(clock), connections: new SharedConnections() },
      );
      return { cluster, clock };
    };
    const script = (source: string): Partial<ExecSettings> => ({
      command: process.execPath,
      args: ['-e', `console.error = () => {}; ${source}`],
    });
    const isAlive = (pid: number): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };

    test.each([
      ['in a shell', { command: '/bin/sh', args: ['-c', 'yes x 2> /dev/null & wait'] }],
      [
        'and does not end when it is told to',
        script(
          `process.on('SIGTERM', () => {}); try { for (;;) require('fs').writeSync(1, 'x'.repeat(60_000)); } catch {}`,
        ),
      ],
    ])('and prints without end %s is cut at 4 MB', async (_what, settings) => {
      const { cluster, clock } = await asking(settings);
      await using _cluster = cluster;
      const { message } = await failureOf(cluster.transport.request(get));
      expect(message).toContain('printed more than 4 MB');
      await clock.advance(1000);
    });

    test('and does not end when it is told to is killed a second later', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'reeve-plugin-'));
      const file = join(folder, 'pid');
      const { cluster, clock } = await asking(
        script(
          `process.on('SIGTERM', () => {}); require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1e6)`,
        ),
      );
      const failed = failureOf(cluster.transport.request(get));
      const pid = async (): Promise<number> => Number(await readFile(file, 'utf8').catch(() => '0'));
      await expect.poll(pid, { timeout: 10_000 }).toBeGreaterThan(0);
      const id = await pid();
      await cluster.close();
      await failed;
      expect(isAlive(id)).toBe(true);
      await clock.advance(1000);
      await expect.poll(() => isAlive(id), { timeout: 10_000 }).toBe(false);
      await rm(folder, { recursive: true });
    });

    test('and leaves a child behind that holds its output open has answered when it has ended', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'reeve-plugin-'));
      const file = join(folder, 'pid');
      const answer = JSON.stringify({ kind: 'ExecCredential', apiVersion, status: { token: 'good' } });
      const source = `echo '${answer}'; sleep 60 & echo $! > ${file}; exit 0`;
      const { cluster, clock } = await asking({ command: '/bin/sh', args: ['-c', source] });
      await using _cluster = cluster;
      const asked = cluster.transport.request({ method: 'GET', path: '/version' });
      const isWaiting = () => clock.pending().some(({ label }) => label === 'end of a credential plugin');
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true);
      await clock.advance(1000);
      const response = await asked;
      await textOf(response);
      expect(response.status).toBe(200);
      process.kill(Number(await readFile(file, 'utf8')));
      await rm(folder, { recursive: true });
    });
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
