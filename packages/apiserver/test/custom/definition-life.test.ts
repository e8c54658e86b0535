/**
 * From the creation of a definition to its deletion, in virtual time.
 */
import { describe, expect, test } from 'vitest';
import { InCluster } from '../cluster/in-cluster.ts';
import { watch } from '../server/talk.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const own = `${definitions}/gardens.estate.example.com`;
const group = '/apis/estate.example.com/v1';
const gardens = `${group}/namespaces/default/gardens`;

const definition = {
  metadata: { name: 'gardens.estate.example.com' },
  spec: {
    group: 'estate.example.com',
    scope: 'Namespaced',
    names: { plural: 'gardens', singular: 'garden', kind: 'Garden' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};
const garden = (name: string, metadata: object = {}) => ({
  apiVersion: 'estate.example.com/v1',
  kind: 'Garden',
  metadata: { name, ...metadata },
});

async function startDefined(): Promise<InCluster> {
  const cluster = await InCluster.start('envtest');
  await cluster.create(definitions, definition);
  await cluster.settled();
  return cluster;
}

describe('a custom resource definition', () => {
  test('a definition that is deleted removes its objects first, refuses new ones, and watchers see the deletions · C2', async () => {
    await using cluster = await startDefined();
    await cluster.create(gardens, garden('roses'));
    const held = await cluster.create(gardens, garden('held', { finalizers: ['example.com/hold'] }));
    const path = `${gardens}?watch=1&resourceVersion=${held.metadata.resourceVersion}`;
    const watched = watch(cluster.server.transport, path, (seen) => seen.length === 3);

    await cluster.delete(own);
    await cluster.settled();

    const waiting = await cluster.get(own);
    expect(waiting?.metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
    expect(waiting?.['status']).toMatchObject({
      conditions: expect.arrayContaining([expect.objectContaining({ type: 'Terminating', status: 'True' })]),
    });
    expect(await cluster.names(gardens)).toEqual(['held']);
    expect([403, 405]).toContain((await cluster.ask('POST', gardens, garden('new'))).status);

    await cluster.merge(`${gardens}/held`, { metadata: { finalizers: null } });
    await cluster.settled();

    expect(await cluster.get(own)).toBeUndefined();
    expect((await cluster.ask('GET', gardens)).status).toBe(404);
    const deleted = (await watched).filter(({ type }) => type === 'DELETED').map(({ object }) => object.metadata.name);
    expect(deleted).toEqual(['roses', 'held']);
  });

  test('the resources of a definition are in discovery a second after it was established at the latest, and leave with it · D4', async () => {
    await using cluster = await InCluster.start('envtest');
    await cluster.create(definitions, definition);
    const start = cluster.host.clock.monotonic();
    await cluster.settled();
    expect(cluster.host.clock.monotonic() - start).toBeLessThan(1000);

    expect((await cluster.get(own))?.['status']).toMatchObject({
      conditions: expect.arrayContaining([expect.objectContaining({ type: 'Established', status: 'True' })]),
    });
    expect((await cluster.get(group))?.['resources']).toMatchObject([{ name: 'gardens', kind: 'Garden' }]);
    expect((await cluster.ask('GET', '/apis')).text).toContain('estate.example.com');

    await cluster.delete(own);
    await cluster.settled();
    expect(await cluster.get(group)).toBeUndefined();
    expect((await cluster.ask('GET', '/apis')).text).not.toContain('estate.example.com');
  });
});
