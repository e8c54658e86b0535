import { expect, test } from 'vitest';
import { VirtualHost } from '@reeve/machinery';
import { ApiServer, type RequestRecord } from '@reeve/apiserver';
import { ask, configMaps, create, watch } from './talk.ts';

const run = async (program: (server: ApiServer, records: RequestRecord[]) => Promise<void>) => {
  const host = new VirtualHost({ seed: 1 });
  const records: RequestRecord[] = [];
  await using server = await ApiServer.start({
    host,
    allowsAnonymous: false,
    onRequest: (record) => records.push(record),
    tokens: new Map([['s3cret', { name: 'ada', groups: ['dev'] }]]),
  });
  await host.run(() => program(server, records));
};

test('a hook hears of every request: verb, user, object, latency and outcome · Y10', () =>
  run(async (server, records) => {
    server.faults.add({ verbs: ['get'], effect: { type: 'latency', ms: 250 } });
    await create(server, 'a');
    await ask(server.transport, 'GET', `${configMaps}/a`);
    await ask(server.transport, 'DELETE', `${configMaps}/b`, undefined, { authorization: 'Bearer s3cret' });
    expect(records).toMatchObject([
      {
        method: 'POST',
        target: configMaps,
        info: { verb: 'create', plural: 'configmaps', namespace: 'default' },
        user: { name: 'kubernetes-admin' },
        status: 201,
        durationMs: 0,
      },
      { info: { verb: 'get', name: 'a' }, status: 200, durationMs: 250 },
      { info: { verb: 'delete', name: 'b' }, user: { name: 'ada' }, status: 404 },
    ]);
  }));

test('the hook hears of watches when they open, and of those who are not let in · Y10', () =>
  run(async (server, records) => {
    await watch(server.transport, `${configMaps}?watch=true&timeoutSeconds=5`);
    await ask(server.transport, 'GET', '/healthz', undefined, { authorization: 'Bearer wrong' });
    expect(records).toMatchObject([
      { info: { verb: 'watch' }, status: 200 },
      { info: { isResource: false, path: '/healthz' }, user: undefined, status: 401 },
    ]);
  }));

test('a hook that throws spoils nothing · Y10', async () => {
  const bugs: unknown[] = [];
  await using server = await ApiServer.start({
    onBug: (error) => bugs.push(error),
    onRequest: () => {
      throw new Error('the hook is broken');
    },
  });
  expect((await create(server, 'a')).status).toBe(201);
  expect(bugs).toMatchObject([{ message: 'the hook is broken' }]);
});
