import { expect, test } from 'vitest';
import { VirtualHost } from '@reeve/machinery';
import { ApiServer } from '@reeve/apiserver';
import { ask, configMap, configMaps, create, watch } from './talk.ts';

/** Runs on a virtual clock, so that minutes pass in no time. */
const inVirtualTime = async (
  program: (server: ApiServer, host: VirtualHost) => Promise<void>,
  history?: { ms?: number; entries?: number },
) => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host, ...(history && { history }) });
  await host.run(() => program(server, host));
};

const versionOf = async (server: ApiServer) =>
  (await ask(server.transport, 'GET', configMaps)).body.metadata.resourceVersion ?? '';
const typesAndNames = (events: Awaited<ReturnType<typeof watch>>) =>
  events.map(({ type, object }) => `${type} ${object.metadata.name ?? ''}`);

test('bookmarks come about once a minute and two seconds before the deadline, which ends the stream without an error · W5 · W7', () =>
  inVirtualTime(async (server, host) => {
    const start = host.clock.monotonic();
    const events = await watch(
      server.transport,
      `${configMaps}?watch=true&allowWatchBookmarks=true&timeoutSeconds=150&resourceVersion=${await versionOf(server)}`,
    );
    expect(events.map(({ type }) => type)).toEqual(['BOOKMARK', 'BOOKMARK', 'BOOKMARK']);
    expect(Object.keys(events[0]?.object ?? {})).toEqual(['kind', 'apiVersion', 'metadata']);
    expect(events[0]?.object.metadata).toEqual({ resourceVersion: await versionOf(server) });
    expect(host.clock.monotonic() - start).toBe(150_000);
  }));

test('a watch without bookmarks gets none', () =>
  inVirtualTime(async (server) => {
    expect(
      await watch(
        server.transport,
        `${configMaps}?watch=true&timeoutSeconds=150&resourceVersion=${await versionOf(server)}`,
      ),
    ).toEqual([]);
  }));

test('a watch without a timeout lasts between thirty and sixty minutes · W7', () =>
  inVirtualTime(async (server, host) => {
    const start = host.clock.monotonic();
    await watch(server.transport, `${configMaps}?watch=true`);
    const minutes = (host.clock.monotonic() - start) / 60_000;
    expect(minutes).toBeGreaterThanOrEqual(30);
    expect(minutes).toBeLessThan(60);
  }));

test('every watcher sees the same changes in the same order, and a reconnect from the last version misses none · W9', () =>
  inVirtualTime(async (server) => {
    const from = await versionOf(server);
    const seen = Promise.all(
      [1, 2, 3].map(() =>
        watch(server.transport, `${configMaps}?watch=true&resourceVersion=${from}`, (events) => events.length >= 20),
      ),
    );
    for (let index = 0; index < 10; index += 1) await create(server, `c${index}`);
    for (let index = 0; index < 10; index += 1)
      await ask(server.transport, 'PUT', `${configMaps}/c${index}`, configMap(`c${index}`, { x: '1' }));
    const [first = [], ...others] = await seen;
    for (const other of others) expect(other).toEqual(first);
    const middle = first[7]?.object.metadata.resourceVersion ?? '';
    const resumed = await watch(
      server.transport,
      `${configMaps}?watch=true&resourceVersion=${middle}`,
      (events) => events.length >= 12,
    );
    expect(resumed).toEqual(first.slice(8));
  }));

test('a reader that stops is let go when the history has passed it, and writers do not wait for it · W10 · W11', () =>
  inVirtualTime(
    async (server, host) => {
      const response = await server.transport.request({
        method: 'GET',
        path: `${configMaps}?watch=true&resourceVersion=${await versionOf(server)}`,
      });
      const reader = response.body[Symbol.asyncIterator]();
      await create(server, 'first');
      await reader.next();
      for (let index = 0; index < 300; index += 1) await create(server, `big${index}`, { x: 'y'.repeat(1000) });
      await host.sleep(2000);
      for (let index = 0; index < 300; index += 1) await create(server, `more${index}`, { x: 'y'.repeat(1000) });
      let text = '';
      for (let next = await reader.next(); !next.done; next = await reader.next())
        text += Buffer.from(next.value).toString('utf8');
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string; object: { code?: number; reason?: string } });
      expect(lines.length).toBeLessThan(600);
      expect(lines.at(-1)).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
    },
    { ms: 1000, entries: 10 },
  ));

test('a watch from before the history is told so in the stream · W4 · W11', () =>
  inVirtualTime(async (server) => {
    const from = await versionOf(server);
    await create(server, 'a');
    server.compact();
    const events = await watch(server.transport, `${configMaps}?watch=true&resourceVersion=${from}`);
    expect(events).toMatchObject([
      {
        type: 'ERROR',
        object: {
          code: 410,
          reason: 'Expired',
          message: expect.stringContaining('too old resource version') as string,
        },
      },
    ]);
  }));

test('an object that begins or ceases to match is added or deleted, under the version of the change · W2', () =>
  inVirtualTime(async (server) => {
    const from = await versionOf(server);
    const seen = watch(
      server.transport,
      `${configMaps}?watch=true&labelSelector=app%3Dweb&resourceVersion=${from}`,
      (events) => events.length >= 3,
    );
    await create(server, 'a', {}, { app: 'db' });
    const matching = await ask(server.transport, 'PUT', `${configMaps}/a`, configMap('a', {}, { app: 'web' }));
    await ask(server.transport, 'PUT', `${configMaps}/a`, configMap('a', { x: '1' }, { app: 'web' }));
    const gone = await ask(server.transport, 'PUT', `${configMaps}/a`, configMap('a', { x: '2' }, { app: 'db' }));
    const events = await seen;
    expect(typesAndNames(events)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
    expect(events[0]?.object.metadata.resourceVersion).toBe(matching.body.metadata.resourceVersion);
    expect(events[2]?.object).toMatchObject({
      data: { x: '1' },
      metadata: { labels: { app: 'web' }, resourceVersion: gone.body.metadata.resourceVersion },
    });
  }));

test('a streaming list sends what there is, closes it with a bookmark, and goes on · W6', () =>
  inVirtualTime(async (server) => {
    await create(server, 'a');
    await create(server, 'b');
    const seen = watch(
      server.transport,
      `${configMaps}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
      (events) => events.length >= 4,
    );
    const version = await versionOf(server);
    await create(server, 'c');
    const events = await seen;
    expect(typesAndNames(events)).toEqual(['ADDED a', 'ADDED b', 'BOOKMARK ', 'ADDED c']);
    expect(events[2]?.object.metadata).toEqual({
      resourceVersion: version,
      annotations: { 'k8s.io/initial-events-end': 'true' },
    });
  }));

test('a watch from a version that is still to come opens and is silent until it has passed · W3', () =>
  inVirtualTime(async (server) => {
    const next = Number(await versionOf(server)) + 2;
    const seen = watch(
      server.transport,
      `${configMaps}?watch=true&resourceVersion=${next}`,
      (events) => events.length >= 1,
    );
    await create(server, 'a');
    await create(server, 'b');
    await create(server, 'c');
    expect(typesAndNames(await seen)).toEqual(['ADDED c']);
  }));

test('a list at a version that is still to come waits three seconds and then says so · L3', () =>
  inVirtualTime(async (server, host) => {
    const start = host.clock.monotonic();
    const { status, body, headers } = await ask(server.transport, 'GET', `${configMaps}?resourceVersion=1000000`);
    expect(host.clock.monotonic() - start).toBe(3000);
    expect(status).toBe(504);
    expect(body).toMatchObject({
      reason: 'Timeout',
      details: {
        retryAfterSeconds: 1,
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      },
    });
    expect(headers['retry-after']).toBe('1');
  }));

test('a list at a version that comes in time is answered with it', () =>
  inVirtualTime(async (server) => {
    const next = Number(await versionOf(server)) + 1;
    const listed = ask(server.transport, 'GET', `${configMaps}?resourceVersion=${next}`);
    await create(server, 'a');
    expect((await listed).body.items).toHaveLength(1);
  }));

test('events of a core Event are gone after an hour', () =>
  inVirtualTime(async (server, host) => {
    const path = '/api/v1/namespaces/default/events';
    const event = {
      metadata: { name: 'e' },
      involvedObject: { kind: 'Pod', name: 'p', namespace: 'default' },
      reason: 'Tested',
      message: 'x',
      type: 'Normal',
    };
    expect((await ask(server.transport, 'POST', path, event)).status).toBe(201);
    await host.sleep(59 * 60_000);
    expect((await ask(server.transport, 'GET', `${path}/e`)).status).toBe(200);
    await host.sleep(2 * 60_000);
    expect((await ask(server.transport, 'GET', `${path}/e`)).status).toBe(404);
  }));

test('the reader’s break ends the watch: nothing listens any more', () =>
  inVirtualTime(async (server) => {
    await create(server, 'a');
    await watch(server.transport, `${configMaps}?watch=true`, (events) => events.length >= 1);
    const { text } = await ask(server.transport, 'GET', '/metrics');
    expect(text).toMatch(/apiserver_longrunning_requests\{group="",version="v1",resource="configmaps"\} 0/);
  }));
