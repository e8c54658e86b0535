import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { pollersFor, TestCluster } from '@reeve/testing';
import { Website } from '../website.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await TestCluster.start({ resources: [Website] });
});
afterAll(() => cluster[Symbol.asyncDispose]());

describe('a poller', () => {
  test('gets an object, and fails until it is there · CR-122', async ({ signal }) => {
    const get = pollersFor(cluster.client).get(ConfigMap, 'default/found');
    await expect(get()).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
    await cluster.client.create(ConfigMap, { metadata: { name: 'found' }, data: { a: '1' } });
    expect((await cluster.eventually(get, signal)).data).toEqual({ a: '1' });
  });

  test('lists objects · CR-122', async () => {
    await cluster.client.create(ConfigMap, { metadata: { name: 'listed', labels: { for: 'list' } } });
    const list = pollersFor(cluster.client).list(ConfigMap, { labels: { for: 'list' } });
    expect((await list()).items.map(({ metadata }) => metadata.name)).toEqual(['listed']);
  });

  test('updates an object as it is when asked · CR-122', async () => {
    await cluster.client.create(ConfigMap, { metadata: { name: 'updated' } });
    const update = pollersFor(cluster.client).update(ConfigMap, 'updated', (draft) => {
      draft.data = { ...draft.data, count: String(Number(draft.data?.['count'] ?? 0) + 1) };
    });
    await update();
    expect((await update()).data).toEqual({ count: '2' });
  });

  test('updates the status and nothing else · CR-122', async () => {
    await cluster.client.create(Website, { metadata: { name: 'blog' }, spec: { replicas: 2 } });
    const update = pollersFor(cluster.client).updateStatus(Website, 'default/blog', (draft) => {
      draft.status = { ready: 1 };
      draft.spec.replicas = 9;
    });
    expect(await update()).toMatchObject({ spec: { replicas: 2 }, status: { ready: 1 } });
  });

  test('ends with its signal · CR-122', async () => {
    const ended = AbortSignal.abort();
    await expect(pollersFor(cluster.client).withSignal(ended).list(ConfigMap)()).rejects.toThrow(/abort/);
    await expect(pollersFor(cluster.client).list(ConfigMap)(ended)).rejects.toThrow(/abort/);
  });
});
