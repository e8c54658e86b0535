import { describe, expect, test } from 'vitest';
import { ManualClock, nodeHost } from '@reeve/machinery';
import {
  admissionEndpoint,
  allowed,
  authorizerEndpoint,
  conversionEndpoint,
  defineAuthorizer,
  defineTokenReview,
  fetchHandler,
  ReviewHandler,
  tokenReviewEndpoint,
} from '@reeve/webhook';
import type { AdmissionHandler, Endpoint } from '@reeve/webhook';
import { handlerOf, requestOf, reviewOf, send } from '../reviews.ts';
import type { Sent } from '../reviews.ts';

const admission = (handle: AdmissionHandler = () => allowed()): Endpoint =>
  admissionEndpoint({ path: '/', purpose: 'validation', handle });
const tokens = tokenReviewEndpoint(defineTokenReview({ authenticate: () => ({ username: 'anna' }) }));
const access = authorizerEndpoint(defineAuthorizer({ authorize: () => 'allow' }));
const conversion = conversionEndpoint([]);

async function* endless(): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  for (;;) yield chunk;
}
async function* noText(): AsyncGenerator<Uint8Array> {
  yield Buffer.from([0xff, 0xfe, 0x00]);
}
async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"kind"');
  throw new Error('the connection was reset');
}
const deep = `{"kind":"AdmissionReview","request":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

const refusals: readonly (readonly [string, unknown, Sent, number])[] = [
  ['an empty body', '', {}, 400],
  ['another content type', reviewOf(requestOf()), { contentType: 'application/x-www-form-urlencoded' }, 415],
  ['no content type', reviewOf(requestOf()), { contentType: undefined }, 415],
  ['a body that cannot be decoded', '{', {}, 400],
  ['a body of bytes that are no text', noText, {}, 400],
  ['a body that is no object', '[]', {}, 400],
  ['an endless body', endless, {}, 413],
  ['a body that is announced as too long', reviewOf(requestOf()), { contentLength: 1e12 }, 413],
  ['a review of another kind', { kind: 'Pod', apiVersion: 'v1' }, {}, 400],
  ['another method', reviewOf(requestOf()), { method: 'PUT' }, 405],
  ['100,000 nested lists', deep, {}, 400],
];

for (const [name, endpoint, ids] of [
  ['admission', admission(), '· CR-102 bodies'],
  ['authentication', tokens, '· CR-111 bodies'],
  ['authorization', access, ''],
  ['conversion', conversion, ''],
] as const) {
  describe(`a webhook of ${name}`, () => {
    test.each(refusals)(`refuses %s ${ids}`.trim(), async (_, body, sent, status) => {
      const handler = handlerOf(endpoint);
      const answer = await send(handler, typeof body === 'function' ? body() : body, sent);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body).kind).toMatch(/Review$/);
    });
  });
}

describe('a review', () => {
  test('whose body breaks off is refused, and the next one is answered', async () => {
    const handler = handlerOf(admission());
    expect((await send(handler, broken())).status).toBe(200);
    expect(JSON.parse((await send(handler, broken())).body).response).toMatchObject({
      allowed: false,
      status: { code: 500 },
    });
    expect(JSON.parse((await send(handler, reviewOf(requestOf()))).body).response.allowed).toBe(true);
  });

  test.each([
    ['no request', { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' }],
    ['a request without a UID', reviewOf({ ...requestOf(), uid: undefined })],
    ['a request whose kind is a text', reviewOf({ ...requestOf(), kind: 'Website' })],
    ['a request without a user', reviewOf({ ...requestOf(), userInfo: null })],
    ['another version', reviewOf(requestOf(), 'admission.k8s.io/v7')],
  ])('with %s is refused with 400 · CR-102 bodies', async (_, review) => {
    expect((await send(handlerOf(admission()), review)).status).toBe(400);
  });

  test('without version and kind is taken as one of v1 · CR-102 versions', async () => {
    const { body } = await send(handlerOf(admission()), { request: requestOf() });
    expect(JSON.parse(body)).toMatchObject({ apiVersion: 'admission.k8s.io/v1', response: { allowed: true } });
  });

  test('is answered with 504 when the function has not answered in the time that the server waits', async () => {
    const clock = new ManualClock();
    let aborted: unknown;
    const never: AdmissionHandler = (_, { signal }) =>
      new Promise(() => signal.addEventListener('abort', () => (aborted = signal.reason)));
    const handler = handlerOf(admission(never), { host: { clock } });
    const answered = send(handler, reviewOf(requestOf()), { query: 'timeout=3s' });
    await settled();
    await clock.advance(2999);
    await settled();
    expect(aborted).toBeUndefined();
    await clock.advance(1);
    const { status, body } = await answered;
    expect([status, JSON.parse(body).response]).toMatchObject([
      200,
      { uid: requestOf().uid, allowed: false, status: { code: 504, message: 'there was no answer within 3s' } },
    ]);
    expect(aborted).toMatchObject({ code: 'REEVE_DEADLINE' });
  });

  test('whose sender is too slow is refused with 408', async () => {
    const clock = new ManualClock();
    const handler = handlerOf(admission(), { host: { clock } });
    const slow = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };
    const answered = send(handler, slow);
    await settled();
    await clock.advance(10_000);
    expect((await answered).status).toBe(408);
  });

  test('is refused at once when too many are under way, and counted', async () => {
    const ends: (() => void)[] = [];
    const waiting: AdmissionHandler = async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return allowed();
    };
    const counts: [string, number][] = [];
    const metrics = {
      begun: (path: string) => (status: number) => void counts.push([path, status]),
      panicked: () => undefined,
    };
    const handler = handlerOf(admission(waiting), { limits: { maxConcurrent: 1 }, metrics });
    const first = send(handler, reviewOf(requestOf()));
    await settled();
    const second = await send(handler, reviewOf(requestOf()));
    expect(second.status).toBe(503);
    for (const end of ends) end();
    expect((await first).status).toBe(200);
    expect(counts).toEqual([
      ['/test', 503],
      ['/test', 200],
    ]);
  });
});

describe('paths', () => {
  test('are registered once, and can be added later; others are not found', async () => {
    const handler = new ReviewHandler({ host: nodeHost() });
    handler.register({ ...admission(), path: '/one' });
    expect(() => handler.register({ ...admission(), path: '/one' })).toThrow(/the path \/one is registered already/);
    expect((await send(handler, reviewOf(requestOf()), { path: '/two' })).status).toBe(404);
    const two = handler.register({ ...admission(), path: '/two' });
    expect((await send(handler, reviewOf(requestOf()), { path: '/two' })).status).toBe(200);
    two[Symbol.dispose]();
    expect((await send(handler, reviewOf(requestOf()), { path: '/two' })).status).toBe(404);
    expect(() => handler.register({ ...admission(), path: 'no slash' })).toThrow(/is no path of a webhook/);
  });

  test('of health answer that the server is there', async () => {
    expect(await send(new ReviewHandler({ host: nodeHost() }), '', { path: '/healthz', method: 'GET' })).toMatchObject({
      status: 200,
    });
  });
});

test('limits that are no numbers above 0, or unknown, are refused', () => {
  expect(() => new ReviewHandler({ host: nodeHost(), limits: { timeoutMs: 0 } })).toThrow(/timeoutMs/);
  expect(() => new ReviewHandler({ host: nodeHost(), limits: { maxBody: 1 } as never })).toThrow(/maxBody/);
});

test('a fetch handler answers Requests, below another path too', async () => {
  const handler = handlerOf(admission());
  const fetch = fetchHandler(handler, { path: (url) => url.pathname.replace('/hooks', '') });
  const post = (body: string | null) =>
    fetch(
      new Request('https://x/hooks/test?timeout=5s', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    );
  const answer = await post(JSON.stringify(reviewOf(requestOf())));
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { response: { uid: requestOf().uid, allowed: true } },
  ]);
  expect((await post(null)).status).toBe(400);
});

/** Everything that is ready has run. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await nodeHost().yield();
};
