import { describe, expect, test } from 'vitest';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { VirtualHost } from '@reeve/machinery';
import { Manager, debugHandler, defineController } from '@reeve/runtime';
import type { RequestHandler, ServerRequest } from '@reeve/runtime';
import { World } from '../manager/website.ts';

const token = 'sesame';
const authorization = `Bearer ${token}`;
const local = { host: 'localhost:6060', authorization };

function request(target: string, changes: Partial<ServerRequest> = {}): ServerRequest {
  const url = new URL(target, 'http://localhost');
  return {
    method: 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: local,
    remoteAddress: '::ffff:127.0.0.1',
    signal: new AbortController().signal,
    ...changes,
  };
}

const statusOf =
  (handle: RequestHandler) =>
  async (changes: Partial<ServerRequest>): Promise<number> =>
    (await handle(request('/debug/runs', changes))).status;

async function json(handle: RequestHandler, target: string): Promise<unknown> {
  const { status, body } = await handle(request(target));
  expect(status).toBe(200);
  return JSON.parse(body as string) as unknown;
}

describe('the debug endpoint', () => {
  test('tells what ran and why, what waits, and what the cache knows', async () => {
    await using world = await World.start();
    const ids: string[] = [];
    const controller = defineController({
      for: ConfigMap,
      name: 'maps',
      reconcile: ({ metadata }, { id }) => {
        if (metadata.name === 'good') ids.push(id);
        if (metadata.name === 'bad') throw new Error('Bearer abc.def was refused');
      },
    });
    const manager = world.manager().add(controller);
    await world.during(manager, async () => {
      for (const name of ['good', 'bad'])
        await world.client.create(ConfigMap, { metadata: { namespace: 'default', name } });
      await world.host.sleep(100);
      const handle = debugHandler(manager, { token });
      expect(await json(handle, '/debug/runs?controller=maps&key=default/good')).toMatchObject({
        runs: [
          {
            controller: 'maps',
            request: { key: 'default/good' },
            causes: [{ type: 'create' }],
            outcome: { type: 'success' },
          },
        ],
      });
      await world.client.update(ConfigMap, {
        metadata: { namespace: 'default', name: 'good' },
        data: { colour: 'red' },
      });
      await world.host.sleep(100);
      expect(await json(handle, '/debug/runs?controller=maps&key=default/good')).toMatchObject({
        runs: [
          { id: ids[0] },
          {
            id: ids[1],
            causes: [{ source: 'ConfigMap', type: 'update', object: 'default/good', changed: ['data'] }],
          },
        ],
      });
      const failed = JSON.stringify(await json(handle, '/debug/runs?key=default/bad'));
      expect(failed).toContain('Bearer [redacted] was refused');
      expect(await json(handle, '/debug/runs?controller=other')).toEqual({ runs: [] });
      expect(await json(handle, '/debug/controllers')).toMatchObject({
        controllers: [{ name: 'maps', group: 'leader', queue: { held: 0, delayed: 1 } }],
      });
      expect(await json(handle, '/debug/cache')).toMatchObject({
        kinds: [{ kind: '/v1, Kind=ConfigMap', handlers: 1 }],
      });
      expect((await handle(request('/debug/other'))).status).toBe(404);
    });
  });

  test('is for this machine only, and for those who know the token', async () => {
    await using world = await World.start();
    const status = statusOf(debugHandler(world.manager(), { token }));
    expect(await status({})).toBe(200);
    expect(await status({ headers: { host: 'localhost:6060' } })).toBe(401);
    expect(await status({ headers: { ...local, authorization: 'Bearer other' } })).toBe(401);
    expect(await status({ headers: { ...local, authorization: token } })).toBe(401);
    expect(await status({ remoteAddress: '10.0.0.7' })).toBe(403);
  });

  test.each(['localhost', 'LOCALHOST:6060', '127.0.0.1:6060', '127.1.2.3', '[::1]:6060'])(
    'the debug endpoint answers requests to the host %s',
    async (host) => {
      await using world = await World.start();
      const status = statusOf(debugHandler(world.manager(), { token }));
      expect(await status({ headers: { ...local, host } })).toBe(200);
    },
  );

  test.each(['evil.example:6060', '127.evil.com:6060', '127.0.0.1.evil.com', 'localhost.evil.com', 'x@localhost', ''])(
    'the debug endpoint refuses requests to the host %j, which is not a loopback address',
    async (host) => {
      await using world = await World.start();
      const status = statusOf(debugHandler(world.manager(), { token }));
      expect(await status({ headers: { ...local, host } })).toBe(403);
    },
  );

  test('the debug endpoint refuses what pages of other origins send, and every method that does not read', async () => {
    await using world = await World.start();
    const status = statusOf(debugHandler(world.manager(), { token }));
    for (const origin of ['https://evil.example', 'http://localhost:6060', 'null'])
      expect(await status({ headers: { ...local, origin } })).toBe(403);
    for (const site of ['cross-site', 'same-site'])
      expect(await status({ headers: { ...local, 'sec-fetch-site': site } })).toBe(403);
    expect(await status({ headers: { ...local, 'sec-fetch-site': 'none' } })).toBe(200);
    expect(await status({ method: 'HEAD' })).toBe(200);
    for (const method of ['POST', 'DELETE', 'PUT', 'OPTIONS']) expect(await status({ method })).toBe(405);
  });

  test('the debug endpoint gives heap snapshots only when the manager allows it, and one at a time', async () => {
    await using world = await World.start();
    const closed = debugHandler(world.manager(), { token });
    expect(await closed(request('/debug/heap'))).toMatchObject({
      status: 403,
      body: expect.stringContaining('debugServer: { heap: true }') as unknown,
    });
    const open = debugHandler(world.manager(), { token, heap: true });
    expect((await open(request('/debug/heap', { method: 'HEAD' }))).status).toBe(200);
    const first = await open(request('/debug/heap'));
    expect((await open(request('/debug/heap'))).status).toBe(409);
    const chunks = (first.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    expect(Buffer.from((await chunks.next()).value as Uint8Array).toString()).toMatch(/^\{"snapshot"/);
    await chunks.return?.();
    const gone = new AbortController();
    expect((await open(request('/debug/heap', { signal: gone.signal }))).status).toBe(200);
    gone.abort(); // the client went away before it read
    expect((await open(request('/debug/heap'))).status).toBe(200);
  });

  test('shows where time goes, one picture at a time · CR-63', async () => {
    await using world = await World.start();
    const host = new VirtualHost();
    const { recentRuns, controllers, cache } = world.manager();
    const handle = debugHandler({ recentRuns, controllers, cache, host }, { token, heap: true });
    const profiling = host.run(() => Promise.resolve(handle(request('/debug/cpu?seconds=5'))));
    expect((await handle(request('/debug/cpu'))).status).toBe(409);
    expect(JSON.parse((await profiling).body as string)).toHaveProperty('nodes');
    expect((await handle(request('/debug/cpu?seconds=forever'))).status).toBe(400);
    expect((await handle(request('/debug/heap'))).headers).toMatchObject({
      'content-disposition': 'attachment; filename="heap.heapsnapshot"',
    });
  });

  test('a debug server without a token of its own has a random one', async () => {
    await using world = await World.start();
    const [one, other] = [world.manager({ debugServer: {} }), world.manager({ debugServer: {} })];
    expect(one.servers.debugToken).toMatch(/^[\w-]{32,}$/);
    expect(other.servers.debugToken).not.toBe(one.servers.debugToken);
    expect(world.manager({ debugServer: { token } }).servers.debugToken).toBe(token);
    expect(() => world.manager({ debugServer: { token: '' } })).toThrow(/token of the debug server is empty/);
  });

  test('cannot be opened to others', async () => {
    await using world = await World.start();
    for (const address of [':6060', '0.0.0.0:6060', '127.evil.com:6060']) {
      expect(() => new Manager({ transport: world.server.transport, debugServer: { address } })).toThrow(
        /this machine only/,
      );
    }
  });
});
