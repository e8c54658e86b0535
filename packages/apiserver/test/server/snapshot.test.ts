import { expect, test } from 'vitest';
import { VirtualHost } from '@reeve/machinery';
import { ApiServer } from '@reeve/apiserver';
import { ask, configMaps, create, watch } from './talk.ts';

const definition = {
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { plural: 'widgets', kind: 'Widget' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

const run = async (program: (server: ApiServer, host: VirtualHost) => Promise<void>) => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host });
  await host.run(() => program(server, host));
};

test('a snapshot put back brings back every object and takes away what came after', () =>
  run(async (server) => {
    await create(server, 'kept', { x: '1' });
    const snapshot = server.snapshot();
    await ask(server.transport, 'DELETE', `${configMaps}/kept`);
    await create(server, 'later');
    server.restore(snapshot);
    const { body } = await ask(server.transport, 'GET', configMaps);
    expect(body.items?.map(({ metadata, data }) => [metadata.name, data])).toEqual([['kept', { x: '1' }]]);
  }));

test('a reset server is as freshly started, custom resources included', () =>
  run(async (server, host) => {
    await create(server, 'a');
    await ask(server.transport, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
    await host.yield();
    expect((await ask(server.transport, 'GET', '/apis/example.com/v1/widgets')).status).toBe(200);
    server.reset();
    expect((await ask(server.transport, 'GET', configMaps)).body.items).toEqual([]);
    expect((await ask(server.transport, 'GET', '/apis/example.com/v1/widgets')).status).toBe(404);
    expect((await ask(server.transport, 'GET', '/api/v1/namespaces')).body.items).toHaveLength(4);
  }));

test('a snapshot with a definition serves its resource again', () =>
  run(async (server, host) => {
    await ask(server.transport, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
    await host.yield();
    const snapshot = server.snapshot();
    server.reset();
    server.restore(snapshot);
    const created = await ask(server.transport, 'POST', '/apis/example.com/v1/namespaces/default/widgets', {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'w' },
    });
    expect(created.status).toBe(201);
  }));

test('versions go on growing across a restore, and open watches are told to list again', () =>
  run(async (server) => {
    const snapshot = server.snapshot();
    const created = await create(server, 'a');
    const seen = watch(
      server.transport,
      `${configMaps}?watch=true&resourceVersion=${created.body.metadata.resourceVersion}`,
    );
    server.restore(snapshot);
    expect(await seen).toMatchObject([{ type: 'ERROR', object: { code: 410 } }]);
    const again = await create(server, 'a');
    expect(Number(again.body.metadata.resourceVersion)).toBeGreaterThan(Number(created.body.metadata.resourceVersion));
  }));

test('objects that were written alike share what says who owns their fields', async () => {
  await using server = await ApiServer.start();
  for (const name of ['a', 'b']) await create(server, name, { x: name });
  const sets = (server.snapshot().resources.get('configmaps') ?? [])
    .filter(({ key }) => key.startsWith('default/'))
    .map(({ object }) => object.metadata.managedFields?.[0]?.fieldsV1);
  expect(sets).toHaveLength(2);
  expect(sets[0]).toEqual({ 'f:data': { '.': {}, 'f:x': {} } });
  expect(sets[1]).toBe(sets[0]);
});
