import {
  layered,
  parseWarnings,
  withAuthentication,
  withDeadline,
  withImpersonation,
  withObserver,
  withRateLimit,
  withUserAgent,
  withWarnings,
  type Credential,
  type MetricSample,
  type RequestObserver,
  type RequestRecord,
  type ThrottleNotice,
} from '@reeve/client';
import { TokenBucket, VirtualHost, settle, type Transport, type TransportResponse } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { failureOf, scripted, textOf } from './harness.ts';

const get = { method: 'GET', path: '/api/v1/pods' };

describe('authentication', () => {
  const credential = (tokens: string[]): Credential & { refreshes: number } => ({
    refreshes: 0,
    authorization: () => tokens[0],
    async refresh(shown) {
      this.refreshes += 1;
      if (tokens[0] === shown) tokens.shift();
      return tokens[0];
    },
  });
  const accepts = (token: string) =>
    scripted(({ headers }) => ({ status: headers?.['authorization'] === token ? 200 : 401, body: 'x' }));

  test('shows the credential', async () => {
    const { transport } = accepts('Bearer one');
    expect((await withAuthentication(credential(['Bearer one']))(transport).request(get)).status).toBe(200);
  });

  test('asks for a newer one after a 401 and sends the request again, once', async () => {
    const { transport, requests } = accepts('Bearer two');
    const response = await withAuthentication(credential(['Bearer one', 'Bearer two']))(transport).request(get);
    expect(response.status).toBe(200);
    expect(requests.map(({ headers }) => headers?.['authorization'])).toEqual(['Bearer one', 'Bearer two']);
  });

  test('hands the 401 on when the newer one is not accepted either, or there is none', async () => {
    const { transport, requests } = accepts('Bearer three');
    expect((await withAuthentication(credential(['Bearer one', 'Bearer two']))(transport).request(get)).status).toBe(
      401,
    );
    expect(requests).toHaveLength(2);
    expect((await withAuthentication({ authorization: () => 'Bearer x' })(transport).request(get)).status).toBe(401);
    expect(requests).toHaveLength(3);
  });

  test('fails with the reason when no newer one can be had, and lets go of the answer', async () => {
    let isRead = false;
    const transport: Transport = {
      request: async () => ({
        status: 401,
        headers: {},
        body: (async function* () {
          yield Buffer.from('x');
          isRead = true;
        })(),
      }),
    };
    const reason = new Error('the plugin failed');
    const broken: Credential = { authorization: () => 'Bearer x', refresh: () => Promise.reject(reason) };
    expect(await failureOf(withAuthentication(broken)(transport).request(get))).toBe(reason);
    expect(isRead).toBe(true);
  });

  test('never overwrites what a request brings', async () => {
    const { transport, requests } = accepts('Bearer mine');
    const mine = { ...get, headers: { authorization: 'Bearer mine' } };
    await withAuthentication(credential(['Bearer one']))(transport).request(mine);
    expect(requests[0]?.headers).toEqual({ authorization: 'Bearer mine' });
  });
});

describe('impersonation', () => {
  test('sends user, uid, groups and extra, with keys escaped where a header cannot hold them · LW-2', async () => {
    const { transport, requests } = scripted(() => ({}));
    const extra = { 'Example.com/Team': ['a', 'b'], 'percent%': ['c'], ключ: ['d'] };
    await withImpersonation({ user: 'jane', uid: '42', groups: ['dev', 'ops'], extra })(transport).request(get);
    expect(requests[0]?.headers).toEqual({
      'impersonate-user': 'jane',
      'impersonate-uid': '42',
      'impersonate-group': ['dev', 'ops'],
      'impersonate-extra-example.com%2Fteam': ['a', 'b'],
      'impersonate-extra-percent%25': ['c'],
      'impersonate-extra-%D0%BA%D0%BB%D1%8E%D1%87': ['d'],
    });
  });

  test('leaves a request alone that impersonates by itself, and needs a user', async () => {
    const { transport, requests } = scripted(() => ({}));
    const layer = withImpersonation({ user: 'jane', groups: ['dev'] });
    await layer(transport).request({ ...get, headers: { 'impersonate-user': 'joe' } });
    expect(requests[0]?.headers).toEqual({ 'impersonate-user': 'joe' });
    expect(() => withImpersonation({ user: '', groups: ['dev'] })).toThrow('needs a user');
  });
});

test('the user agent is sent unless a request has its own · LW-2', async () => {
  const { transport, requests } = scripted(() => ({}));
  const layer = withUserAgent('operator/1.0')(transport);
  await layer.request(get);
  await layer.request({ ...get, headers: { 'user-agent': 'mine' } });
  expect(requests.map(({ headers }) => headers?.['user-agent'])).toEqual(['operator/1.0', 'mine']);
});

describe('warnings', () => {
  test.each([
    ['299 - "a \\"quoted\\" text"', ['a "quoted" text']],
    ['299 - "one", 299 - "two"', ['one', 'two']],
    ['299 - "dated" "Wed, 21 Oct 2026 07:28:00 GMT"', ['dated']],
    ['nonsense', []],
    ['299 - "good", nonsense', ['good']],
    ['299 - "Bearer abcdef"', ['Bearer [redacted]']],
  ])('are read from %s', (header, texts) => {
    expect(parseWarnings(header).map(({ text }) => text)).toEqual(texts);
  });

  test('are handed on once each, and only those of API servers', async () => {
    const headers = { warning: ['299 - "old version"', '199 - "something else"', '299 - "unknown field"'] };
    const { transport } = scripted(() => ({ headers }));
    const heard: string[] = [];
    const layer = withWarnings(({ text }, { path }) => heard.push(`${path}: ${text}`))(transport);
    await layer.request(get);
    await layer.request({ ...get, path: '/other' });
    expect(heard).toEqual(['/api/v1/pods: old version', '/api/v1/pods: unknown field']);
  });
});

describe('a deadline', () => {
  const silent: Transport = {
    request: ({ signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  };

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('ends a %s that takes too long · LW-4', async (method) => {
    const host = new VirtualHost({ seed: 1 });
    const error = await host.run(() => failureOf(withDeadline(host, 5000)(silent).request({ ...get, method })));
    expect(error).toMatchObject({ code: 'REEVE_DEADLINE' });
    expect(error.message).toContain(`${method} /api/v1/pods`);
    expect(host.clock.monotonic()).toBe(5000);
  });

  test('covers the body as well', async () => {
    const host = new VirtualHost({ seed: 1 });
    const endless: Transport = {
      request: async ({ signal }) => ({
        status: 200,
        headers: {},
        body: (async function* () {
          for (;;) {
            yield Buffer.from('x');
            await host.sleep(1000, signal);
          }
        })(),
      }),
    };
    const error = await host.run(async () => failureOf(textOf(await withDeadline(host, 5000)(endless).request(get))));
    expect(error).toMatchObject({ code: 'REEVE_DEADLINE' });
  });

  test('is not for watches, nor for logs that are followed · LW-4', async () => {
    const host = new VirtualHost({ seed: 1 });
    const { transport, requests } = scripted(() => ({}));
    for (const path of ['/api/v1/pods?watch=1', '/api/v1/namespaces/a/pods/b/log?tailLines=1&follow=true']) {
      await withDeadline(host, 5000)(transport).request({ ...get, path });
    }
    expect(requests.map(({ signal }) => signal)).toEqual([undefined, undefined]);
  });

  test('leaves no timer behind', async () => {
    const host = new VirtualHost({ seed: 1 });
    const { transport } = scripted(() => ({ body: 'x' }));
    await host.run(async () => textOf(await withDeadline(host, 5000)(transport).request(get)));
    expect(host.clock.monotonic()).toBe(0);
  });
});

describe('a rate limit', () => {
  test('spaces requests out, lets watches through, and does not report every wait · RQ-10', async () => {
    const host = new VirtualHost({ seed: 1 });
    const { transport } = scripted(() => ({}));
    const notices: ThrottleNotice[] = [];
    const limiter = new TokenBucket({ clock: host.clock, perSecond: 0.5, burst: 1 });
    const limited = withRateLimit({ clock: host.clock, limiter, onThrottled: (notice) => notices.push(notice) })(
      transport,
    );
    await host.run(async () => {
      await Promise.all(Array.from({ length: 9 }, () => limited.request(get)));
      const before = host.clock.monotonic();
      await limited.request({ ...get, path: '/api/v1/pods?watch=true' });
      expect(host.clock.monotonic()).toBe(before);
    });
    expect(host.clock.monotonic()).toBe(16_000);
    expect(notices.map(({ waitedMs, unreported }) => ({ waitedMs, unreported }))).toEqual([
      { waitedMs: 2000, unreported: 0 },
      { waitedMs: 12_000, unreported: 4 },
    ]);
  });

  test('is given back by whoever stops waiting · LW-5', async () => {
    const host = new VirtualHost({ seed: 1 });
    const limiter = new TokenBucket({ clock: host.clock, perSecond: 1, burst: 1 });
    const { transport, requests } = scripted(() => ({}));
    const limited = withRateLimit({ clock: host.clock, limiter })(transport);
    const abort = new AbortController();
    await host.run(async () => {
      await limited.request(get);
      const waiting = failureOf(limited.request({ ...get, signal: abort.signal }));
      await settle();
      abort.abort(new Error('enough'));
      expect((await waiting).message).toBe('enough');
    });
    expect(requests).toHaveLength(1);
  });
});

test('an observer sees each attempt and upstream’s metrics, and nothing secret', async () => {
  const host = new VirtualHost({ seed: 1 });
  const records: RequestRecord[] = [];
  const samples: MetricSample[] = [];
  const ends: unknown[] = [];
  const { transport } = scripted((_request, count) =>
    count === 1 ? { status: 201, body: 'created' } : new Error('broken'),
  );
  const observer = {
    onStart: () => (end: unknown) => void ends.push(end),
    onRequest: (record: RequestRecord) => void records.push(record),
    onMetric: (sample: MetricSample) => void samples.push(sample),
  };
  const observed = layered(transport, [withObserver({ observer, clock: host.clock, host: 'cluster:6443' })]);
  const post = {
    method: 'POST',
    path: '/api/v1/pods',
    headers: { authorization: 'Bearer s3cret' },
    body: Buffer.from('{}'),
  };
  await textOf(await observed.request(post));
  await failureOf(observed.request(get));
  expect(records.map(({ method, status }) => [method, status])).toEqual([
    ['POST', 201],
    ['GET', undefined],
  ]);
  expect(ends).toHaveLength(2);
  const labels = { verb: 'POST', host: 'cluster:6443' };
  expect(samples.slice(0, 4)).toEqual([
    { name: 'rest_client_request_duration_seconds', labels, value: 0 },
    { name: 'rest_client_request_size_bytes', labels, value: 2 },
    { name: 'rest_client_requests_total', labels: { code: '201', method: 'POST', host: 'cluster:6443' }, value: 1 },
    { name: 'rest_client_response_size_bytes', labels, value: 7 },
  ]);
  expect(samples.at(-1)).toMatchObject({
    name: 'rest_client_requests_total',
    labels: { code: '<error>', method: 'GET' },
  });
  expect(JSON.stringify([records, samples, ends])).not.toContain('s3cret');
});

test('an observer that takes one metric is told of no other, and gets answers as they came', async () => {
  const samples: string[] = [];
  const { transport } = scripted(() => ({ status: 201, body: 'created' }));
  const answers: TransportResponse[] = [];
  const noting: Transport = {
    request: async (request) => {
      const answer = await transport.request(request);
      answers.push(answer);
      return answer;
    },
  };
  const observer: RequestObserver = {
    metrics: new Set(['rest_client_requests_total'] as const),
    onMetric: ({ name }) => void samples.push(name),
  };
  const { clock } = new VirtualHost({ seed: 1 });
  const observed = withObserver({ observer, clock, host: 'cluster:6443' })(noting);
  const answer = await observed.request({ ...get, body: Buffer.from('{}') });
  expect(answer).toBe(answers[0]);
  expect(await textOf(answer)).toBe('created');
  expect(samples).toEqual(['rest_client_requests_total']);
});
