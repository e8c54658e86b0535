import { TokenBucket, VirtualHost, isServiceUnavailable } from '@reeve/machinery';
import { Deployment } from '@reeve/kinds/apps/v1';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { Client, connect, RestClient, ServerBackoff } from '@reeve/client';
import { describe, expect, test } from 'vitest';
import { ScriptedTransport, cutAfter } from '../scripted-transport.ts';

const apps = { group: 'apps', version: 'v1' };
const silent = new ScriptedTransport(() => ({ json: {} }));
const rest = new RestClient({ transport: silent, apiVersion: apps });

describe('the path of a request', () => {
  const steps = {
    namespace: (request: ReturnType<typeof rest.get>) => request.namespace('default'),
    resource: (request: ReturnType<typeof rest.get>) => request.resource('Deployments'),
    name: (request: ReturnType<typeof rest.get>) => request.name('blog'),
    subresource: (request: ReturnType<typeof rest.get>) => request.subresource('status'),
  };
  const orders = permutations(Object.keys(steps) as (keyof typeof steps)[]);

  test('is the same in whatever order its parts are set · RQ-1', () => {
    expect(orders).toHaveLength(24);
    for (const order of orders) {
      const request = rest.get();
      for (const part of order) steps[part](request);
      expect(request.url()).toBe('/apis/apps/v1/namespaces/default/deployments/blog/status');
    }
  });

  for (const part of Object.keys(steps) as (keyof typeof steps)[]) {
    test(`refuses a second ${part} · RQ-2`, async () => {
      const transport = new ScriptedTransport(() => ({}));
      const request = steps[part](steps[part](new RestClient({ transport }).get()));
      expect((await request.do()).error()).toMatchObject({ code: 'REEVE_INVALID_INPUT' });
      expect(transport.requests).toEqual([]);
    });

    for (const segment of ['.', '..', 'a/b', 'a%2fb', '']) {
      if (part === 'subresource' && segment === 'a/b') continue;
      if (part === 'namespace' && segment === '') continue;
      test(`refuses "${segment}" as ${part} · RQ-3`, async () => {
        const transport = new ScriptedTransport(() => ({}));
        const result = await new RestClient({ transport }).get()[part](segment).do();
        expect(result.error()).toMatchObject({ code: 'REEVE_INVALID_INPUT' });
        expect(transport.requests).toEqual([]);
      });
    }
  }

  test('keeps the first mistake', () => {
    const request = rest.get().name('a/b').name('..').param('x', 'y');
    expect(() => request.url()).toThrow(/a\/b/);
  });

  test('leaves the namespace out for kinds without one', () => {
    expect(rest.get().namespaceIfScoped('default', false).resource('nodes').url()).toBe('/apis/apps/v1/nodes');
    expect(rest.get().namespaceIfScoped('a', true).resource('x').url()).toBe('/apis/apps/v1/namespaces/a/x');
  });

  test('takes an empty namespace for all of them, but not for one object or a new one', () => {
    expect(rest.get().namespace('').resource('deployments').url()).toBe('/apis/apps/v1/deployments');
    for (const request of [rest.post(), rest.get().name('x'), rest.put().name('x'), rest.delete().name('x')]) {
      expect(() => request.namespace('').resource('deployments').url()).toThrow(/namespace .* is empty/);
    }
  });

  test('takes prefix, suffix, absolute path and URI', () => {
    expect(rest.get().prefix('proxy', 'x').resource('pods').suffix('tail', 'of it').url()).toBe(
      '/apis/apps/v1/proxy/x/pods/tail/of%20it',
    );
    expect(rest.get().absPath('/healthz/').url()).toBe('/healthz/');
    expect(rest.get().absPath('/api', 'v1').resource('pods').url()).toBe('/api/v1/pods');
    expect(rest.get().requestURI('/api/v1/pods?limit=5&continue=a%2Fb').url()).toBe(
      '/api/v1/pods?limit=5&continue=a%2Fb',
    );
    expect(() => rest.get().absPath('/api/../secrets').url()).toThrow(/leads elsewhere/);
    expect(() => rest.get().requestURI('/api/%2e%2e/secrets').url()).toThrow(/leads elsewhere/);
    expect(new RestClient({ transport: silent, apiVersion: { group: '', version: 'v1' } }).get().url()).toBe('/api/v1');
  });

  test('adds parameters up, and leaves undefined ones out', () => {
    const request = rest
      .get()
      .resource('pods')
      .param('a', '1')
      .param('a', '2')
      .params({ b: undefined, c: ['x', 'y'], d: true });
    expect(request.versionedParams({ limit: 5 }).url()).toBe('/apis/apps/v1/pods?a=1&a=2&c=x&c=y&d=true&limit=5');
    expect(rest.get().specificallyVersionedParams({ limit: 1 }, { version: 'v1' }).url()).toBe('/apis/apps/v1?limit=1');
    expect(() => rest.get().specificallyVersionedParams({}, { version: 'v2' }).url()).toThrow(/no version/);
  });
});

describe('what is sent', () => {
  test('is JSON with its content type, bytes as they are, and headers with several values', async () => {
    const transport = new ScriptedTransport(() => ({ status: 201, json: {} }));
    const client = new RestClient({ transport, headers: { 'x-all': '1' } });
    const result = await client
      .post()
      .absPath('/x')
      .setHeader('X-Many', 'a', 'b')
      .body({ n: 12345678901234567890n })
      .do();
    expect(result.wasCreated()).toBe(true);
    await client.patch('merge').absPath('/x').body('{"raw":1}').do();
    await client
      .put()
      .absPath('/x')
      .body(Buffer.from([1, 2]))
      .setHeader('content-type', 'application/octet-stream')
      .do();
    const [post, patch, put] = transport.requests;
    expect(Buffer.from(post?.body ?? []).toString()).toBe('{"n":12345678901234567890}');
    expect(post?.headers).toMatchObject({ 'content-type': 'application/json', 'x-many': ['a', 'b'], 'x-all': '1' });
    expect(patch?.headers).toMatchObject({ 'content-type': 'application/merge-patch+json' });
    expect(Buffer.from(patch?.body ?? []).toString()).toBe('{"raw":1}');
    expect(put).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/octet-stream' } });
  });

  test('asks for tables and metadata by content negotiation', async () => {
    const transport = new ScriptedTransport(() => ({}));
    const client = new RestClient({ transport });
    await client.get().absPath('/x').as('Table').do();
    await client.get().absPath('/x').as('PartialObjectMetadataList').do();
    expect(transport.requests.map(({ headers }) => headers?.['accept'])).toEqual([
      'application/json;as=Table;g=meta.k8s.io;v=v1,application/json',
      'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
    ]);
  });
});

describe('what comes back', () => {
  const answering = (...answer: ConstructorParameters<typeof ScriptedTransport>) =>
    new RestClient({ transport: new ScriptedTransport(...answer) }).get().absPath('/x');

  test('is an object, an object of a kind, or bytes', async () => {
    const json = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, n: 1 };
    const result = await answering(() => ({ json })).do();
    expect(result.get()).toEqual(json);
    expect(result.into(ConfigMap).metadata.name).toBe('x');
    expect(() => result.into(Deployment)).toThrow(/it is a ConfigMap, not a Deployment/);
    expect(JSON.parse(Buffer.from(result.raw()).toString())).toEqual(json);
  });

  test('has warnings, which a handler hears too', async () => {
    const heard: string[] = [];
    const request = answering(() => ({ headers: { warning: ['299 - "old"', '199 - "other"'] } }));
    const result = await request.warningHandler(({ text }) => heard.push(text)).do();
    expect(result.warnings().map(({ text }) => text)).toEqual(['old']);
    expect(heard).toEqual(['old']);
  });

  test('keeps integers beyond 2^53', async () => {
    const result = await answering(() => ({
      headers: { 'content-type': 'application/json' },
      text: '{"n":9007199254740993}',
    })).do();
    expect(result.get()).toEqual({ n: 9_007_199_254_740_993n });
  });

  test('is a typed error with code and text when a proxy refuses with a page · RQ-8', async () => {
    const page = `<html><body>${'gateway '.repeat(1000)}</body></html>`;
    const result = await answering(() => ({ status: 503, headers: { 'content-type': 'text/html' }, text: page })).do();
    expect(isServiceUnavailable(result.error())).toBe(true);
    expect(result.statusCode()).toBe(503);
    expect(result.error()).toMatchObject({ httpStatus: 503, status: { message: page.slice(0, 2048) } });
    expect(() => result.get()).toThrow(/at present/);
  });

  test('is an error when it is a page although it went well', async () => {
    const result = await answering(() => ({
      headers: { 'content-type': 'text/html' },
      text: '<html>log in</html>',
    })).do();
    expect(() => result.get()).toThrow(
      expect.objectContaining({ code: 'REEVE_UNREADABLE_ANSWER', excerpt: '<html>log in</html>' }),
    );
    expect(Buffer.from(result.raw()).toString()).toBe('<html>log in</html>');
  });

  test.each([
    ['breaks off', () => ({ chunks: cutAfter('{"kind":"Pod') }), 'REEVE_RESPONSE_CUT'],
    [
      'ends too early',
      () => ({ headers: { 'content-type': 'application/json' }, text: '{"kind":"Pod' }),
      'REEVE_UNREADABLE_ANSWER',
    ],
  ])('is an error when the body %s · RQ-9', async (_how, answer, code) => {
    const result = await answering(answer).do();
    expect(() => result.get()).toThrow(expect.objectContaining({ code }));
  });

  test('can be streamed, by chunks and by lines', async () => {
    const stream = await answering(() => ({ chunks: [Buffer.from('one\ntw'), Buffer.from('o\nthree')] })).stream();
    const lines: string[] = [];
    for await (const line of stream.lines()) lines.push(line);
    expect(lines).toEqual(['one', 'two', 'three']);
    await expect(answering(() => ({ status: 404, json: {} })).stream()).rejects.toMatchObject({
      code: 'REEVE_NOT_FOUND',
    });
    const cut = await answering(() => ({ chunks: cutAfter('a') })).stream();
    await expect(cut.text()).rejects.toMatchObject({ code: 'REEVE_RESPONSE_CUT' });
  });

  test.each([
    ['one\n\nthree\n', ['one', '', 'three']],
    ['\n', ['']],
    ['\n\n', ['', '']],
    ['', []],
    ['one', ['one']],
    ['one\n\n', ['one', '']],
    ['\none\r\n', ['', 'one\r']],
  ])('can be streamed by lines, of which the empty ones count: %j', async (text, expected) => {
    for (const chunks of [[Buffer.from(text)], text.split('').map((character) => Buffer.from(character))]) {
      const lines: string[] = [];
      const stream = await answering(() => ({ chunks })).stream();
      for await (const line of stream.lines()) lines.push(line);
      expect(lines).toEqual(expected);
    }
  });

  test('can be watched', async () => {
    const line = JSON.stringify({ type: 'ADDED', object: { metadata: { name: 'x' } } });
    const transport = new ScriptedTransport(() => ({
      headers: { 'content-type': 'application/json' },
      text: `${line}\n`,
    }));
    const names: unknown[] = [];
    for await (const { object } of new RestClient({ transport }).get().absPath('/x').watch())
      names.push(object.metadata.name);
    expect(names).toEqual(['x']);
    expect(transport.requests[0]?.path).toBe('/x?watch=true');
  });
});

describe('a request of its own mind', () => {
  const virtually = async (program: (host: VirtualHost) => Promise<void>): Promise<void> => {
    const host = new VirtualHost({ seed: 1 });
    await host.run(() => program(host));
  };

  test('is tried again as often as it says, after the time that the server says, body and all · RQ-4 · RQ-5', () =>
    virtually(async (host) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const busy = { status: 429, headers: { 'retry-after': '2' } };
        const transport = new ScriptedTransport((_request, count) => (count < 3 ? busy : { json: { ok: true } }));
        const startedAt = host.clock.monotonic();
        const request = new RestClient({ transport, host }).verb(method).absPath('/x').maxRetries(5);
        const result = await (method === 'GET' ? request : request.body({ method })).do();
        expect(result.get()).toEqual({ ok: true });
        expect(host.clock.monotonic() - startedAt).toBe(4000);
        const bodies = new Set(transport.requests.map(({ body }) => Buffer.from(body ?? []).toString()));
        expect([...bodies]).toEqual([method === 'GET' ? '' : JSON.stringify({ method })]);
        expect(transport.requests.every(({ maxRetries }) => maxRetries === 0)).toBe(true);
      }
    }));

  test('gives up after as many times, with what the server said last', () =>
    virtually(async (host) => {
      const transport = new ScriptedTransport(() => ({ status: 429, headers: { 'retry-after': '1' } }));
      const result = await new RestClient({ transport, host }).get().absPath('/x').maxRetries(2).do();
      expect(result.statusCode()).toBe(429);
      expect(transport.requests).toHaveLength(3);
    }));

  test('opens watches and streams by the same rules · RQ-7', () =>
    virtually(async (host) => {
      const busy = { status: 503, headers: { 'retry-after': '1' } };
      const transport = new ScriptedTransport((_request, count) =>
        count % 2 === 1 ? busy : { text: '', headers: {} },
      );
      const client = new RestClient({ transport, host });
      const watch = await client.get().absPath('/x').maxRetries(1).watch().open();
      await watch.return();
      await (await client.get().absPath('/x').maxRetries(1).stream()).text();
      expect(transport.requests).toHaveLength(4);
    }));

  test('waits for its limiter, and backs off from a server that is overloaded', () =>
    virtually(async (host) => {
      const backoff = new ServerBackoff({ clock: host.clock, initialMs: 1000 });
      const limiter = new TokenBucket({ clock: host.clock, perSecond: 1, burst: 1 });
      const transport = new ScriptedTransport((_request, count) => ({ status: count === 1 ? 500 : 200, json: {} }));
      const client = new RestClient({ transport, host, rateLimiter: limiter });
      expect(client.rateLimiter()).toBe(limiter);
      const startedAt = host.clock.monotonic();
      await client.get().absPath('/x').backOff(backoff).do();
      expect(backoff.delayMs()).toBe(1000);
      await client.get().absPath('/x').backOff(backoff).throttle(limiter).do();
      expect(host.clock.monotonic() - startedAt).toBe(1000);
      expect(backoff.delayMs()).toBe(0);
    }));

  test('gives up in time, and when its caller does', () =>
    virtually(async (host) => {
      const transport = new ScriptedTransport(
        ({ signal }) =>
          new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      );
      const client = new RestClient({ transport, host });
      const late = await client.get().absPath('/x').timeout(5000).do();
      expect(late.error()).toMatchObject({ code: 'REEVE_DEADLINE' });
      expect(transport.requests[0]?.path).toBe('/x?timeout=5000ms');
      const abort = new AbortController();
      const result = client.get().absPath('/x').do({ signal: abort.signal });
      abort.abort(new Error('enough'));
      expect((await result).error()).toMatchObject({ message: 'enough' });
    }));
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first) =>
    permutations(items.filter((item) => item !== first)).map((rest_) => [first, ...rest_]),
  );
}

test('the URL of a request has the scheme and host of the cluster', async () => {
  await using cluster = connect({ server: 'https://10.0.0.1:6443/prefix/' });
  const { raw } = Client.of(cluster);
  expect(raw.get().absPath('/readyz').param('verbose', '').url()).toBe('https://10.0.0.1:6443/prefix/readyz?verbose=');
});
