import { inspect } from 'node:util';
import { ApiServer } from '@reeve/apiserver';
import { KubeConfig, SharedConnections, connect, type ConnectionConfig, type MetricSample } from '@reeve/client';
import { TokenBucket, VirtualHost } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { answering, failureOf, http, textOf } from './harness.ts';

const get = { method: 'GET', path: '/version' };

describe('connections', () => {
  test('are shared by those who want the same server with the same credential, and closed by the last · LW-1', async () => {
    await using peer = await answering(() => http(200, '{}'));
    const connections = new SharedConnections();
    const config: ConnectionConfig = { server: `http://${peer.host}`, identity: { type: 'token', token: 'a' } };
    const one = connect(config, { connections });
    const two = connect({ ...config }, { connections });
    const other = connect({ ...config, identity: { type: 'token', token: 'b' } }, { connections });
    expect(connections.size).toBe(2);
    for (const cluster of [one, two, one, two]) await textOf(await cluster.transport.request(get));
    expect(peer.connections).toBe(1);
    await one.close();
    await one.close();
    await textOf(await two.transport.request(get));
    expect(peer.connections).toBe(1);
    await two.close();
    await other.close();
    expect(connections.size).toBe(0);
    expect(await failureOf(two.transport.request(get))).toMatchObject({ code: 'REEVE_CONNECTION_CLOSED' });
    await expect.poll(() => peer.open).toBe(0);
  });

  test('need one handshake for any number of requests in a row, and one per request at once', async () => {
    await using server = await ApiServer.start({ port: 0 });
    const config = (await KubeConfig.parse(server.kubeconfig())).connection();
    await using cluster = connect(config, { connections: new SharedConnections() });
    const { connect: dial } = await import('node:net');
    let dialled = 0;
    await using proxy = await answering((_request, socket) => {
      dialled += 1;
      const { hostname, port } = new URL(server.url);
      const onward = dial(Number(port), hostname, () => {
        socket.removeAllListeners('data').write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
      onward.on('error', () => socket.destroy());
      return undefined;
    });
    await using counted = connect(
      { ...config, proxyUrl: `http://${proxy.host}` },
      { connections: new SharedConnections() },
    );
    for (let turn = 0; turn < 50; turn += 1) await textOf(await counted.transport.request(get));
    expect(dialled).toBe(1);
    const many = async (): Promise<void> => void (await textOf(await counted.transport.request(get)));
    for (let turn = 0; turn < 3; turn += 1) await Promise.all(Array.from({ length: 8 }, many));
    expect(dialled).toBe(8);
    await textOf(await cluster.transport.request(get));
  });
});

describe('a connection that others can listen to', () => {
  const warned = async (config: ConnectionConfig): Promise<string[]> => {
    const texts: string[] = [];
    const onWarning = ({ text }: { readonly text: string }): void => void texts.push(text);
    await using cluster = connect(config, { onWarning, connections: new SharedConnections() });
    for (const each of [cluster, cluster.as({ user: 'jane' }), cluster]) await failureOf(each.transport.request(get));
    return texts;
  };
  const identity = { type: 'token', token: 'hunter2' } as const;

  test.each<[string, ConnectionConfig, string]>([
    ['is not verified', { server: 'https://127.0.0.1:1', tls: { isInsecure: true } }, 'is not verified'],
    ['is not encrypted', { server: 'http://unreachable.invalid:1', identity }, 'without encryption'],
  ])('is warned of once when it %s', async (_what, config, text) => {
    const texts = await warned(config);
    expect(texts).toEqual([expect.stringContaining(text)]);
    expect(texts.join()).not.toContain('hunter2');
  });

  test.each<[string, ConnectionConfig]>([
    ['is verified', { server: 'https://127.0.0.1:1', identity }],
    ['does not leave this machine', { server: 'http://127.0.0.1:1', identity }],
    ['shows no credentials', { server: 'http://unreachable.invalid:1' }],
  ])('is not warned of when it %s', async (_what, config) => {
    expect(await warned(config)).toEqual([]);
  });

  test.each([
    ['https://me:hunter2@a.example.com', 'holds a user or a password'],
    ['https://hunter2@a.example.com', 'holds a user or a password'],
    ['ftp://a.example.com', 'has an unknown scheme'],
  ])('to %s is refused', (server, problem) => {
    const failure = failureOf(Promise.resolve().then(() => connect({ server })));
    return expect(failure.then(({ message }) => message)).resolves.toSatisfy(
      (message: string) => message.includes(problem) && !message.includes('hunter2'),
    );
  });
});

describe('a derived cluster', () => {
  test('acts as somebody else or under another name; the original does not · LW-2 · LW-3', async () => {
    const seen: string[] = [];
    await using peer = await answering((request) => {
      seen.push(`${/user-agent: (.*)\r/.exec(request)?.[1]} as ${/impersonate-user: (.*)\r/.exec(request)?.[1]}`);
      return http(200, '{}');
    });
    await using cluster = connect(
      { server: `http://${peer.host}` },
      { userAgent: 'original', connections: new SharedConnections() },
    );
    const jane = cluster.as({ user: 'jane', groups: ['a', 'b'] });
    const named = jane.with({ userAgent: 'derived' });
    for (const each of [jane, named, cluster]) await textOf(await each.transport.request(get));
    expect(seen).toEqual(['original as jane', 'derived as jane', 'original as undefined']);
    expect(peer.connections).toBe(1);
  });

  test('is made once per derivation · LW-3', async () => {
    await using cluster = connect({ server: 'http://127.0.0.1:1' }, { connections: new SharedConnections() });
    expect(cluster.as({ user: 'jane', groups: ['a'] })).toBe(cluster.as({ groups: ['a'], user: 'jane' }));
    expect(cluster.as({ user: 'jane' })).not.toBe(cluster.as({ user: 'joe' }));
    expect(cluster.with({ userAgent: 'x' }).as({ user: 'jane' })).toBe(
      cluster.as({ user: 'jane' }).with({ userAgent: 'x' }),
    );
  });

  test('is remembered among a thousand, so that a program that acts as its callers does not grow without end', async () => {
    await using cluster = connect({ server: 'http://127.0.0.1:1' }, { connections: new SharedConnections() });
    const first = cluster.as({ user: 'user-0' });
    for (let user = 1; user <= 1000; user += 1) cluster.as({ user: `user-${user}` });
    expect(cluster.as({ user: 'user-1000' })).toBe(cluster.as({ user: 'user-1000' }));
    expect(cluster.as({ user: 'user-0' })).not.toBe(first);
  });

  test('sends groups and extra as headers of their own', async () => {
    let head = '';
    await using peer = await answering((request) => {
      head = request;
      return http(200, '{}');
    });
    await using cluster = connect({ server: `http://${peer.host}` }, { connections: new SharedConnections() });
    await textOf(
      await cluster.as({ user: 'jane', groups: ['a', 'b'], extra: { 'x/y': ['1', '2'] } }).transport.request(get),
    );
    expect(head.match(/^impersonate-\S+: .*$/gm)).toEqual(
      [
        'impersonate-user: jane',
        'impersonate-group: a',
        'impersonate-group: b',
        'impersonate-extra-x%2Fy: 1',
        'impersonate-extra-x%2Fy: 2',
      ].map((line) => `${line}\r`.trimEnd()),
    );
  });
});

test('behind a path, as some proxies of clusters are, requests go below it', async () => {
  const lines: string[] = [];
  await using peer = await answering((request) => {
    lines.push(request.split('\r\n', 1)[0] ?? '');
    return http(200, '{}');
  });
  await using cluster = connect(
    { server: `http://${peer.host}/k8s/clusters/c-1/` },
    { connections: new SharedConnections() },
  );
  await textOf(await cluster.transport.request({ method: 'GET', path: '/api/v1/pods?limit=1' }));
  expect(lines).toEqual(['GET /k8s/clusters/c-1/api/v1/pods?limit=1 HTTP/1.1']);
  expect(await cluster.access()).toMatchObject({ url: `http://${peer.host}/k8s/clusters/c-1` });
});

test('a rate limit and retries are counted under upstream’s names', async () => {
  const host = new VirtualHost({ seed: 1 });
  const samples: MetricSample[] = [];
  let count = 0;
  const answer = async () => {
    count += 1;
    const headers: Record<string, string> = count === 1 ? { 'retry-after': '1' } : {};
    return { status: count === 1 ? 429 : 200, headers, body: (async function* () {})() };
  };
  await using cluster = connect(
    { server: 'https://cluster:6443' },
    {
      host,
      connections: new SharedConnections(),
      rateLimit: new TokenBucket({ clock: host.clock, perSecond: 10, burst: 10 }),
      observer: { onMetric: (sample) => void samples.push(sample) },
      layers: [() => ({ request: answer })],
    },
  );
  await host.run(async () => textOf(await cluster.transport.request(get)));
  const names = samples.map(({ name }) => name);
  expect(names.filter((name) => name === 'rest_client_rate_limiter_duration_seconds')).toHaveLength(2);
  expect(samples).toContainEqual({
    name: 'rest_client_request_retries_total',
    labels: { code: '200', verb: 'GET', host: 'cluster:6443' },
    value: 1,
  });
});

test('nothing secret is shown of a cluster, its configuration or its errors', async () => {
  const config: ConnectionConfig = {
    ...(
      await KubeConfig.parse(
        JSON.stringify({
          'current-context': 'a',
          clusters: [
            { name: 'a', cluster: { server: 'https://127.0.0.1:1', 'proxy-url': 'http://me:hunter2@127.0.0.1:1' } },
          ],
          users: [{ name: 'a', user: { username: 'me', password: 'hunter2' } }],
          contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
        }),
      )
    ).connection(),
  };
  await using cluster = connect(config, { maxRetries: 0, connections: new SharedConnections() });
  const error = await failureOf(cluster.transport.request(get));
  const options = { depth: 20, showHidden: true };
  const shown = [cluster, cluster.config, error]
    .map((value) => `${inspect(value, options)} ${JSON.stringify(value)}`)
    .join('\n');
  expect(shown).not.toContain('hunter2');
  expect(shown).not.toContain(Buffer.from('me:hunter2').toString('base64'));
});
