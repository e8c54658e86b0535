import { beforeAll, describe, expect, test } from 'vitest';
import { Deployment } from '@reeve/kinds/apps/v1';
import { Job } from '@reeve/kinds/batch/v1';
import { Node, Pod } from '@reeve/kinds/core/v1';
import { VirtualHost } from '@reeve/machinery';
import { TestCluster } from '@reeve/testing';
import { Website, websites } from '../website.ts';

const containers = [{ name: 'main', image: 'nginx' }];
const blog = { metadata: { name: 'blog' }, spec: { replicas: 2 } };

const readyOf = async ({ client }: TestCluster): Promise<number | undefined> =>
  (await client.get(Website, 'default/blog')).status?.ready;

beforeAll(async () => {
  await using _first = await TestCluster.start({ nodes: 1 }); // the first one loads everything
}, 60_000);

describe('a test cluster with nodes', () => {
  test('brings pods to ready, so that an operator sees what it made come up', async ({ signal }) => {
    await using cluster = await TestCluster.start({ resources: [Website], controllers: [websites], nodes: 2 });
    await cluster.client.create(Website, blog);
    await cluster.eventually(async () => (await readyOf(cluster)) === 2, signal);
    const { items } = await cluster.client.list(Pod);
    expect(items.map(({ spec }) => spec.nodeName ?? '').toSorted()).toEqual(['node-1', 'node-2']);
    const log = await cluster.client.raw
      .get()
      .absPath(`/api/v1/namespaces/default/pods/${items[0]?.metadata.name ?? ''}/log`)
      .doRaw();
    expect(new TextDecoder().decode(log)).not.toBe('');
  });

  test('does so in virtual time, where containers do what the test says', async () => {
    const host = new VirtualHost({ seed: 3 });
    const workloads = { behaviour: () => ({ exitAfterMs: 3_600_000, exitCodes: [0] }) };
    await using cluster = await TestCluster.start({ host, nodes: [{ name: 'here' }], workloads });
    await cluster.run(async () => {
      const template = { spec: { containers, restartPolicy: 'Never' as const } };
      await cluster.client.create(Job, { metadata: { name: 'slow' }, spec: { template } });
      const began = host.clock.now();
      const isDone = async (): Promise<boolean> =>
        (await cluster.client.get(Job, 'default/slow')).status?.succeeded === 1;
      await cluster.eventually(isDone, { timeoutMs: 2 * 3_600_000, intervalMs: 10_000 });
      expect(host.clock.now() - began).toBeGreaterThanOrEqual(3_600_000);
      expect((await cluster.client.list(Node)).items.map(({ metadata }) => metadata.name)).toEqual(['here']);
    });
  });

  test('goes back to a snapshot, and its nodes work on', async () => {
    const host = new VirtualHost({ seed: 4 });
    await using cluster = await TestCluster.start({
      host,
      resources: [Website],
      controllers: [websites],
      nodes: 1,
    });
    const empty = cluster.snapshot();
    await cluster.run(async () => {
      for (const replicas of [1, 2]) {
        await cluster.client.create(Website, { ...blog, spec: { replicas } });
        await cluster.eventually(async () => (await readyOf(cluster)) === replicas);
        await cluster.settles();
        await cluster.restore(empty);
        expect((await cluster.client.list(Deployment)).items).toEqual([]);
      }
    });
  });

  test('is one that the test starts: a cluster that is there already has nodes of its own', async () => {
    await expect(TestCluster.start({ on: { kubeconfigText: '{}' }, nodes: 1 })).rejects.toThrow(
      /nodes are for clusters that the test starts/,
    );
  });
});
