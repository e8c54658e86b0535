import {
  ConnectionResetError,
  ResponseCutError,
  layered,
  withObserver,
  withRateLimit,
  withRetries,
  type RequestBackoff,
  type RetryOptions,
} from '@reeve/client';
import { VirtualHost, type TransportRequest, type TransportResponse } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';
import { failureOf, scripted, textOf } from './harness.ts';

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const refusal = (status: number, retryAfter = '3') => ({
  status,
  headers: { 'retry-after': retryAfter },
  body: 'later',
});
const body = Buffer.from('{"kind":"Pod"}');
const reset = (failure: { wasSent: boolean; wasReused?: boolean }) =>
  new ConnectionResetError({ server: 'https://cluster', wasReused: false, ...failure });

/** Sends one request in virtual time; gives the answer, what was sent, and how long it took. */
const run = (
  answers: Parameters<typeof scripted>[0],
  request: Partial<TransportRequest> = {},
  options: Partial<RetryOptions> = {},
): Promise<{ outcome: TransportResponse | Error; requests: readonly TransportRequest[]; tookMs: number }> => {
  const host = new VirtualHost({ seed: 1 });
  const { transport, requests } = scripted(answers);
  const retrying = withRetries({ host, ...options })(transport);
  return host.run(async () => {
    const startedAt = host.clock.monotonic();
    const asked = retrying.request({ method: 'GET', path: '/api/v1/pods', ...request });
    const outcome = await asked.catch((error: unknown) => error as Error);
    return { outcome, requests, tookMs: host.clock.monotonic() - startedAt };
  });
};

describe('a refusal that says when to come back', () => {
  for (const method of verbs) {
    for (const status of [429, 500, 503, 504]) {
      test(`is followed by a second ${method} after that time, ${status} · RQ-4`, async () => {
        const { outcome, requests, tookMs } = await run((_request, count) => (count === 1 ? refusal(status) : {}), {
          method,
        });
        expect(outcome).toMatchObject({ status: 200 });
        expect(requests).toHaveLength(2);
        expect(tookMs).toBe(3000);
      });
    }
  }

  test('is followed by the same body from its beginning · RQ-5', async () => {
    const { requests } = await run((_request, count) => (count < 3 ? refusal(503) : {}), { method: 'POST', body });
    expect(requests.map((request) => Buffer.from(request.body ?? []).toString())).toEqual(
      Array(3).fill(body.toString()),
    );
  });

  test('to a watch or a followed log is treated alike · RQ-7', async () => {
    for (const path of ['/api/v1/pods?watch=true', '/api/v1/namespaces/a/pods/b/log?follow=true']) {
      const { outcome, tookMs } = await run((_request, count) => (count === 1 ? refusal(429) : {}), { path });
      expect(outcome).toMatchObject({ status: 200 });
      expect(tookMs).toBe(3000);
    }
  });

  test('ten times over is handed on: a storm of 429 ends', async () => {
    const { outcome, requests, tookMs } = await run(() => refusal(429, '1'));
    expect(outcome).toMatchObject({ status: 429 });
    expect(await textOf(outcome as TransportResponse)).toBe('later');
    expect(requests).toHaveLength(11);
    expect(tookMs).toBe(10_000);
  });

  test('is handed on at once when no retries are wanted, by the transport or by the request', async () => {
    expect((await run(() => refusal(429), {}, { maxRetries: 0 })).requests).toHaveLength(1);
    expect((await run(() => refusal(429), { maxRetries: 0 })).requests).toHaveLength(1);
    expect((await run(() => refusal(429), { maxRetries: 2 })).requests).toHaveLength(3);
  });

  test.each([
    ['301', undefined],
    ['999999999', undefined],
    ['3', 2000],
  ])(
    'and asks to wait %s s is handed on at once when that is longer than the limit (of %s ms)',
    async (seconds, maxWaitMs) => {
      const { outcome, requests, tookMs } = await run(() => refusal(429, seconds), {}, { maxWaitMs });
      expect(outcome).toMatchObject({ status: 429 });
      expect(requests).toHaveLength(1);
      expect(tookMs).toBe(0);
    },
  );

  test('and asks to wait five minutes is obeyed, whatever greater limit a program gives', async () => {
    const { requests, tookMs } = await run((_request, count) => (count === 1 ? refusal(429, '300') : {}));
    expect([requests.length, tookMs]).toEqual([2, 300_000]);
    expect((await run(() => refusal(429, '301'), {}, { maxWaitMs: 1e12 })).requests).toHaveLength(1);
  });

  test('does not outlive an abort', async () => {
    const host = new VirtualHost({ seed: 1 });
    const abort = new AbortController();
    const { transport, requests } = scripted(() => refusal(503, '60'));
    const reason = new Error('enough');
    const error = await host.run(async () => {
      const asked = withRetries({ host })(transport).request({ method: 'GET', path: '/', signal: abort.signal });
      host.clock.setTimer(5000, () => abort.abort(reason));
      return failureOf(asked);
    });
    expect(error).toBe(reason);
    expect(requests).toHaveLength(1);
  });
});

describe('an answer is final', () => {
  test.each([
    ['without Retry-After', { status: 503 }],
    ['with a date as Retry-After', { status: 503, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } }],
    ['of another status', { status: 409, headers: { 'retry-after': '1' } }],
    ['that went well', { status: 200, headers: { 'retry-after': '1' } }],
  ])('%s', async (_what, answer) => {
    const { outcome, requests } = await run(() => answer);
    expect(outcome).toMatchObject({ status: answer.status });
    expect(requests).toHaveLength(1);
  });
});

describe('a connection that broke before an answer came', () => {
  test('leads to a second GET, a second later', async () => {
    const { outcome, tookMs } = await run((_request, count) => (count === 1 ? reset({ wasSent: true }) : {}));
    expect(outcome).toMatchObject({ status: 200 });
    expect(tookMs).toBe(1000);
  });

  test('leads to a second GET at once when it had served others before', async () => {
    const { outcome, tookMs } = await run((_request, count) =>
      count === 1 ? reset({ wasSent: true, wasReused: true }) : {},
    );
    expect(outcome).toMatchObject({ status: 200 });
    expect(tookMs).toBe(0);
  });

  test.each(verbs.slice(1))('never leads to a second %s: the server may have acted on the first', async (method) => {
    const { outcome, requests } = await run(() => reset({ wasSent: true, wasReused: true }), { method, body });
    expect(outcome).toMatchObject({ code: 'REEVE_CONNECTION_RESET' });
    expect(requests).toHaveLength(1);
  });

  test('leads to a second POST when the first was never sent', async () => {
    const { outcome } = await run((_request, count) => (count === 1 ? reset({ wasSent: false }) : {}), {
      method: 'POST',
      body,
    });
    expect(outcome).toMatchObject({ status: 200 });
  });

  test('is an error when it happens again and again, which speaks of the earlier ones', async () => {
    const { outcome, requests } = await run((_request, count) => reset({ wasSent: count > 1 }), {}, { maxRetries: 1 });
    expect(requests).toHaveLength(2);
    expect((outcome as Error).message).toContain('an earlier attempt');
  });

  test('is not the same as an answer that broke off, which is never asked for again here', async () => {
    const { requests } = await run(() => new ResponseCutError({ server: 'https://cluster', wasSent: true }));
    expect(requests).toHaveLength(1);
  });
});

test('back-off, rate limit, request, metrics and back-off again come in this order around each attempt · RQ-6', async () => {
  const host = new VirtualHost({ seed: 1 });
  const calls: string[] = [];
  const { transport } = scripted((_request, count) => {
    calls.push('request');
    return count < 3 ? refusal(429, '1') : {};
  });
  const backoff: RequestBackoff = {
    delayMs: () => (calls.push('back-off asked'), 0),
    update: (_request, status) => calls.push(`back-off told ${status}`),
  };
  const limiter = { wait: async () => void calls.push('rate limit') };
  const observer = { onRequest: () => calls.push('metrics') };
  const retrying = layered(transport, [
    withRetries({ host, backoff, onRetry: ({ attempt }) => calls.push(`retry ${attempt}`) }),
    withRateLimit({ clock: host.clock, limiter }),
    withObserver({ observer, clock: host.clock, host: 'cluster' }),
  ]);
  await host.run(async () => retrying.request({ method: 'GET', path: '/' }));
  const around = (status: number, retry: string[] = []) => [
    'back-off asked',
    'rate limit',
    'request',
    'metrics',
    ...retry,
    `back-off told ${status}`,
  ];
  expect(calls).toEqual([...around(429), ...around(429, ['retry 1']), ...around(200, ['retry 2'])]);
});

test('a back-off that is longer than Retry-After counts', async () => {
  const backoff: RequestBackoff = {
    delayMs: (() => {
      let asked = 0;
      return () => (asked++ === 0 ? 0 : 9000);
    })(),
    update: () => {},
  };
  const { tookMs } = await run((_request, count) => (count === 1 ? refusal(503) : {}), {}, { backoff });
  expect(tookMs).toBe(9000);
});
