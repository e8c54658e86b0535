/**
 * Logs of pods and commands in them, where something stands behind the pods.
 */
import { ApiServer, type PodRuntime } from '@reeve/apiserver';
import { describe, expect, test } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { ask } from './talk.ts';

const pods = '/api/v1/namespaces/default/pods';

/** Prints what it is asked for, echoes what is typed, and ends with the code that the command names. */
const runtime: PodRuntime = {
  async *logs(_pod, options) {
    await Promise.resolve();
    yield Buffer.from(`${JSON.stringify(options)}\n`);
    yield Buffer.from('second line\n');
  },
  async exec(pod, { command, container }, { stdin, stdout, stderr }) {
    stdout(Buffer.from(`${container} of ${pod.metadata.name}: ${command.join(' ')}\n`));
    for await (const bytes of stdin) stderr(bytes);
    return Number(command[1] ?? '0');
  },
  attach: () => Promise.reject(new Error('the container has gone')),
};

async function startWithPod(status: object = { containerStatuses: [running('main')] }): Promise<ApiServer> {
  const server = await ApiServer.start({ port: 0, isPlain: true, podRuntime: runtime });
  const spec = { nodeName: 'n1', containers: [{ name: 'main', image: 'main:1' }] };
  await ask(server.transport, 'POST', pods, { metadata: { name: 'web' }, spec });
  await ask(
    server.transport,
    'PATCH',
    `${pods}/web/status`,
    { status },
    { 'content-type': 'application/merge-patch+json' },
  );
  return server;
}

const running = (name: string) => ({
  name,
  image: 'main:1',
  imageID: '',
  ready: true,
  restartCount: 0,
  state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
});

interface Talk {
  readonly protocol: string;
  /** What came on each channel. */
  readonly channels: Readonly<Record<number, string>>;
}

/** Opens a line, types something and waits for its end. */
function talk(url: string, protocols: string[], typed: readonly Uint8Array[] = []): Promise<Talk> {
  return new Promise((resolve, reject) => {
    const options: ClientOptions = { perMessageDeflate: false };
    const socket = new WebSocket(url.replace(/^http/, 'ws'), protocols, options);
    const channels: Record<number, string> = {};
    socket.on('open', () => {
      for (const message of typed) socket.send(message);
    });
    socket.on('message', (data: Buffer) => {
      const [channel = -1] = data;
      channels[channel] = (channels[channel] ?? '') + data.subarray(1).toString();
    });
    socket.on('close', () => resolve({ protocol: socket.protocol, channels }));
    socket.on('error', reject);
  });
}

describe('a pod on a node', () => {
  test('shows its log, with what was asked for · S7', async () => {
    await using server = await startWithPod();
    const query = 'follow=true&timestamps=true&tailLines=5&limitBytes=100&sinceTime=2026-01-01T00:00:00Z';
    const { status, text } = await ask(server.transport, 'GET', `${pods}/web/log?${query}`);
    expect(status).toBe(200);
    const [first = '', second] = text.split('\n');
    expect(JSON.parse(first)).toEqual({
      container: 'main',
      follow: true,
      previous: false,
      timestamps: true,
      tailLines: 5,
      limitBytes: 100,
      sinceMs: Date.parse('2026-01-01T00:00:00Z'),
    });
    expect(second).toBe('second line');
  });

  test.each([
    ['container=other', 'container other is not valid for pod web'],
    ['previous=true', 'previous terminated container "main" in pod "web" not found'],
    ['tailLines=many', 'tailLines must be a number that is not negative, not many'],
  ])('refuses the log with %s · S7', async (query, message) => {
    await using server = await startWithPod();
    expect((await ask(server.transport, 'GET', `${pods}/web/log?${query}`)).body).toMatchObject({ code: 400, message });
  });

  test('says that a container has not begun · S7', async () => {
    const waiting = { ...running('main'), state: { waiting: { reason: 'ImagePullBackOff' } } };
    await using server = await startWithPod({ containerStatuses: [waiting] });
    expect((await ask(server.transport, 'GET', `${pods}/web/log`)).body['message']).toBe(
      'container "main" in pod "web" is waiting to start: ImagePullBackOff',
    );
  });

  test('runs commands and tells how they ended · S7', async () => {
    await using server = await startWithPod();
    const url = `${server.url}${pods}/web/exec?command=exit&command=3&stdout=1&stderr=1`;
    const { protocol, channels } = await talk(url, ['v4.channel.k8s.io', 'v5.channel.k8s.io']);
    expect(protocol).toBe('v5.channel.k8s.io');
    expect(channels[1]).toBe('main of web: exit 3\n');
    expect(JSON.parse(channels[3] ?? '')).toEqual({
      metadata: {},
      status: 'Failure',
      reason: 'NonZeroExitCode',
      message: 'command terminated with non-zero exit code: exit status 3',
      details: { causes: [{ reason: 'ExitCode', message: '3' }] },
    });
  });

  test('takes what is typed until its end · S7', async () => {
    await using server = await startWithPod();
    const url = `${server.url}${pods}/web/exec?command=cat&stdin=1&stdout=1&stderr=1`;
    const typed = [Buffer.from('\0one '), Buffer.from('\0two'), Uint8Array.of(255, 0)];
    const { channels } = await talk(url, ['v5.channel.k8s.io'], typed);
    expect(channels[2]).toBe('one two');
    expect(JSON.parse(channels[3] ?? '')).toEqual({ metadata: {}, status: 'Success' });
  });

  test('tells what went wrong behind it · S7', async () => {
    await using server = await startWithPod();
    const { channels } = await talk(`${server.url}${pods}/web/attach?stdout=1`, ['v4.channel.k8s.io']);
    expect(JSON.parse(channels[3] ?? '')).toMatchObject({
      status: 'Failure',
      message: 'Error: the container has gone',
    });
  });

  test.each([
    ['exec?stdout=1', 'you must specify at least one command for the container'],
    ['exec?command=ls', 'you must specify at least 1 of stdin, stdout, stderr'],
  ])('refuses %s · S7', async (path, message) => {
    await using server = await startWithPod();
    const headers = { upgrade: 'websocket', connection: 'upgrade' };
    expect((await ask(server.transport, 'GET', `${pods}/web/${path}`, undefined, headers)).body['message']).toBe(
      message,
    );
  });

  test('wants to be talked to both ways · S7', async () => {
    await using server = await startWithPod();
    const { status, body } = await ask(server.transport, 'POST', `${pods}/web/exec?command=ls&stdout=1`);
    expect([status, body['message']]).toEqual([400, 'Upgrade request required']);
  });
});
