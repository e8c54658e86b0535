import { expect, test } from 'vitest';
import { VirtualHost } from '@reeve/machinery';
import { ApiServer } from '@reeve/apiserver';
import { ask, configMaps, create, watch } from './talk.ts';

const run = async (program: (server: ApiServer, host: VirtualHost) => Promise<void>, seed = 1) => {
  const host = new VirtualHost({ seed });
  await using server = await ApiServer.start({ host });
  await host.run(() => program(server, host));
};

test('a status is answered as often as asked, with its header, and then no more · Y9', () =>
  run(async (server) => {
    server.faults.add({
      verbs: ['list'],
      resources: ['configmaps'],
      times: 2,
      effect: { type: 'status', code: 429, retryAfterSeconds: 3 },
    });
    const first = await ask(server.transport, 'GET', configMaps);
    expect(first).toMatchObject({
      status: 429,
      body: { reason: 'TooManyRequests', details: { retryAfterSeconds: 3 } },
    });
    expect(first.headers['retry-after']).toBe('3');
    expect((await ask(server.transport, 'GET', '/api/v1/namespaces/default/secrets')).status).toBe(200);
    expect((await ask(server.transport, 'GET', configMaps)).status).toBe(429);
    expect((await ask(server.transport, 'GET', configMaps)).status).toBe(200);
  }));

test('a refused write leaves nothing behind · Y9', () =>
  run(async (server) => {
    const remove = server.faults.add({ verbs: ['create'], effect: { type: 'status', code: 500 } });
    expect((await create(server, 'a')).status).toBe(500);
    remove();
    expect((await ask(server.transport, 'GET', `${configMaps}/a`)).status).toBe(404);
  }));

test('latency is time on the host’s clock · Y9', () =>
  run(async (server, host) => {
    server.faults.add({ effect: { type: 'latency', ms: 250 }, verbs: ['get'] });
    const start = host.clock.monotonic();
    await ask(server.transport, 'GET', `${configMaps}/a`);
    expect(host.clock.monotonic() - start).toBe(250);
  }));

test('a cut connection ends a request with an error', () =>
  run(async (server) => {
    server.faults.add({ verbs: ['get'], times: 1, effect: { type: 'cut' } });
    await expect(ask(server.transport, 'GET', `${configMaps}/a`)).rejects.toThrow('the connection was cut');
    expect((await ask(server.transport, 'GET', `${configMaps}/a`)).status).toBe(404);
  }));

test('a watch is cut in the middle of an event', () =>
  run(async (server) => {
    await create(server, 'a');
    server.faults.add({ verbs: ['watch'], effect: { type: 'cut', afterBytes: 20 } });
    const response = await server.transport.request({ method: 'GET', path: `${configMaps}?watch=true` });
    let text = '';
    await expect(
      (async () => {
        for await (const chunk of response.body) text += Buffer.from(chunk).toString('utf8');
      })(),
    ).rejects.toThrow('the connection was cut');
    expect(text).toHaveLength(20);
  }));

test('a stalled watch stays open and says nothing more', () =>
  run(async (server, host) => {
    server.faults.add({ verbs: ['watch'], effect: { type: 'stall', afterBytes: 0 } });
    const abort = new AbortController();
    const seen = watch(server.transport, `${configMaps}?watch=true`, undefined, abort.signal);
    await create(server, 'a');
    await host.sleep(60_000);
    abort.abort(new Error('waited long enough'));
    await expect(seen).rejects.toThrow('waited long enough');
  }));

test('events are lost and doubled as asked', () =>
  run(async (server) => {
    const from = (await ask(server.transport, 'GET', configMaps)).body.metadata.resourceVersion;
    const remove = server.faults.add({ verbs: ['watch'], effect: { type: 'duplicateEvents' } });
    const doubled = watch(
      server.transport,
      `${configMaps}?watch=true&resourceVersion=${from}`,
      (events) => events.length >= 4,
    );
    await create(server, 'a');
    await create(server, 'b');
    expect((await doubled).map(({ object }) => object.metadata.name)).toEqual(['a', 'a', 'b', 'b']);
    remove();
    server.faults.add({ verbs: ['watch'], effect: { type: 'dropEvents' } });
    expect(await watch(server.transport, `${configMaps}?watch=true&resourceVersion=${from}&timeoutSeconds=5`)).toEqual(
      [],
    );
  }));

test('stale reads show an older state', () =>
  run(async (server) => {
    await create(server, 'a');
    await create(server, 'b');
    server.faults.add({ verbs: ['list', 'get'], effect: { type: 'staleReads', revisions: 1 } });
    expect((await ask(server.transport, 'GET', configMaps)).body.items?.map(({ metadata }) => metadata.name)).toEqual([
      'a',
    ]);
    expect((await ask(server.transport, 'GET', `${configMaps}/b`)).status).toBe(404);
  }));

test('chance comes from the seed: the same seed spoils the same requests, another one others', async () => {
  const spoiled = async (seed: number) => {
    const statuses: number[] = [];
    await run(async (server) => {
      server.faults.add({ probability: 0.5, effect: { type: 'status', code: 503 } });
      for (let index = 0; index < 30; index += 1)
        statuses.push((await ask(server.transport, 'GET', configMaps)).status);
    }, seed);
    return statuses;
  };
  const first = await spoiled(1);
  expect(new Set(first)).toEqual(new Set([200, 503]));
  expect(await spoiled(1)).toEqual(first);
  expect(await spoiled(2)).not.toEqual(first);
});
