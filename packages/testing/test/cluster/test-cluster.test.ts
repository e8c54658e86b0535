import { describe, expect, test } from 'vitest';
import { KubeConfig, connect, Client, mergePatch } from '@reeve/client';
import { Deployment } from '@reeve/kinds/apps/v1';
import { ConfigMap, Namespace, Service } from '@reeve/kinds/core/v1';
import { VirtualHost } from '@reeve/machinery';
import { defineController, Lease } from '@reeve/runtime';
import { TestCluster } from '@reeve/testing';
import { Website, websites } from '../website.ts';

const blog = { metadata: { name: 'blog' }, spec: { replicas: 2 } };

describe('a test cluster', () => {
  test('a deleted deployment comes back', async ({ signal }) => {
    await using cluster = await TestCluster.start({ resources: [Website], controllers: [websites] });
    await cluster.client.create(Website, { metadata: { name: 'blog' }, spec: { replicas: 2 } });
    const first = await cluster.appears(Deployment, 'default/blog', signal);

    await cluster.client.delete(Deployment, first);

    const second = await cluster.appears(Deployment, 'default/blog', signal);
    expect(second.metadata.uid).not.toBe(first.metadata.uid);
  });

  test('runs over TLS as well, and gives a kubeconfig that works · CR-121', async ({ signal }) => {
    await using cluster = await TestCluster.start({ resources: [Website], controllers: [websites], on: 'tls' });
    await using other = connect((await KubeConfig.parse(cluster.kubeconfig)).connection());
    await Client.of(other).create(Website, { ...blog, metadata: { name: 'blog', namespace: 'default' } });
    expect(await cluster.appears(Service, 'default/blog', signal)).toMatchObject({ spec: { ports: [{ port: 80 }] } });
  });

  test('runs on the cluster of a kubeconfig, and takes its definitions along when told to · CR-121', async ({
    signal,
  }) => {
    await using server = await TestCluster.start({ on: 'tls' });
    const on = { kubeconfigText: server.kubeconfig };
    {
      await using cluster = await TestCluster.start({
        resources: [Website],
        controllers: [websites],
        on,
        cleansUp: true,
      });
      await cluster.client.create(Website, blog);
      await cluster.appears(Deployment, 'default/blog', signal);
      expect(() => cluster.faults).toThrow(expect.objectContaining({ code: 'REEVE_ONLY_EMBEDDED' }));
      expect(() => cluster.snapshot()).toThrow(expect.objectContaining({ code: 'REEVE_ONLY_EMBEDDED' }));
    }
    await expect(server.client.list(Website)).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
  });

  test('puts objects into the namespace default, and lists all of them', async () => {
    await using cluster = await TestCluster.start();
    await cluster.client.create(Namespace, { metadata: { name: 'other' } });
    await cluster.client.create(ConfigMap, { metadata: { name: 'here' } });
    await cluster.client.create(ConfigMap, { metadata: { name: 'there', namespace: 'other' } });
    const { items } = await cluster.client.list(ConfigMap);
    expect(items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)).toEqual(
      expect.arrayContaining(['default/here', 'other/there']),
    );
  });

  test('settles when all is written and seen', async ({ signal }) => {
    await using cluster = await TestCluster.start({ resources: [Website], controllers: [websites] });
    for (const name of ['a', 'b', 'c', 'd']) await cluster.client.create(Website, { ...blog, metadata: { name } });
    await cluster.settles(signal);
    expect((await cluster.client.list(Deployment)).items).toHaveLength(4);
    const sites = await cluster.client.list(Website);
    expect(sites.items.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => ({ ready: 0 })));
  });

  test('does not settle while a run has failed, and says why', async () => {
    const stubborn = defineController({
      for: Website,
      reconcile: () => Promise.reject(new Error('no luck today')),
    });
    await using cluster = await TestCluster.start({ resources: [Website], controllers: [stubborn] });
    await cluster.client.create(Website, blog);
    await expect(cluster.settles({ timeoutMs: 300 })).rejects.toMatchObject({
      code: 'REEVE_NOT_EVENTUALLY',
      message: expect.stringMatching(/the controllers to settle.*(no luck today|requests waiting)/s) as unknown,
    });
  });

  test('settles although a reconciler wants to come back later', async ({ signal }) => {
    const patient = defineController({ for: Website, reconcile: () => ({ requeueAfterMs: 3_600_000 }) });
    await using cluster = await TestCluster.start({ resources: [Website], controllers: [patient] });
    await cluster.client.create(Website, blog);
    await expect(cluster.settles(signal)).resolves.toBeUndefined();
  });

  test('goes back to a snapshot, controllers included', async ({ signal }) => {
    await using cluster = await TestCluster.start({ resources: [Website], controllers: [websites] });
    const empty = cluster.snapshot();
    await cluster.client.create(Website, blog);
    await cluster.appears(Deployment, 'default/blog', signal);
    await cluster.settles(signal);

    await cluster.restore(empty);
    expect((await cluster.client.list(Deployment)).items).toEqual([]);

    await cluster.client.create(Website, { ...blog, spec: { replicas: 5 } });
    expect((await cluster.appears(Deployment, 'default/blog', signal)).spec.replicas).toBe(5);
  });

  test('says what it waited for and what was wrong', async () => {
    await using cluster = await TestCluster.start();
    await expect(cluster.appears(Deployment, 'default/blog', { timeoutMs: 20 })).rejects.toThrow(
      /waited for Deployment default\/blog to appear, and 0.02s were not enough: .*not/,
    );
    await cluster.client.create(ConfigMap, { metadata: { name: 'stays' } });
    await expect(cluster.disappears(ConfigMap, 'default/stays', { timeoutMs: 20 })).rejects.toThrow(
      /it is still there/,
    );
    await expect(cluster.eventually(() => expect(1).toBe(2), { timeoutMs: 20 })).rejects.toThrow(/expected 1 to be 2/);
  });

  test('waits for objects that are being deleted', async ({ signal }) => {
    await using cluster = await TestCluster.start();
    const held = await cluster.client.create(ConfigMap, {
      metadata: { name: 'held', finalizers: ['example.com/hold'] },
    });
    await cluster.client.delete(ConfigMap, held);
    await expect(cluster.appears(ConfigMap, 'default/held', { timeoutMs: 20 })).rejects.toThrow(/is being deleted/);
    await cluster.client.patch(ConfigMap, held, mergePatch({ metadata: { finalizers: null } }));
    await cluster.disappears(ConfigMap, 'default/held', signal);
  });

  test('ends a wait at once when the manager has failed', async () => {
    await using cluster = await TestCluster.start({
      resources: [Website],
      controllers: [websites],
      manager: {
        leaderElection: {
          name: 'lock',
          namespace: 'default',
          renewDeadlineMs: 300,
          retryPeriodMs: 100,
          leaseDurationMs: 1000,
        },
      },
    });
    await cluster.appears(Lease, 'default/lock');
    cluster.faults.add({ resources: ['leases'], effect: { type: 'status', code: 500 } });
    await expect(cluster.appears(Deployment, 'default/never', { timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'REEVE_LEADER_LOST',
    });
  });

  test('runs in virtual time: an hour passes while the test waits for a moment', async () => {
    const runs: number[] = [];
    const host = new VirtualHost({ seed: 7 });
    const hourly = defineController({
      for: Website,
      reconcile: () => (runs.push(host.clock.now()), { requeueAfterMs: 3_600_000 }),
    });
    await using cluster = await TestCluster.start({ resources: [Website], controllers: [hourly], host });
    await cluster.run(async () => {
      await cluster.client.create(Website, blog);
      await cluster.eventually(() => runs.length >= 3, { timeoutMs: 4 * 3_600_000, intervalMs: 60_000 });
    });
    expect((runs[2] ?? 0) - (runs[1] ?? 0)).toBe(3_600_000);
  });

  test('collects garbage as a cluster does, when told to', async ({ signal }) => {
    await using cluster = await TestCluster.start({
      resources: [Website],
      controllers: [websites],
      profile: 'cluster',
    });
    const site = await cluster.client.create(Website, blog);
    await cluster.appears(Deployment, 'default/blog', signal);
    await cluster.client.delete(Website, site);
    await expect(cluster.disappears(Deployment, 'default/blog', signal)).resolves.toBeUndefined();
  });

  test('lets things go wrong on purpose', async ({ signal }) => {
    await using cluster = await TestCluster.start({ resources: [Website], controllers: [websites] });
    cluster.faults.add({
      verbs: ['patch'],
      resources: ['deployments'],
      times: 2,
      effect: { type: 'status', code: 500 },
    });
    await cluster.client.create(Website, blog);
    await cluster.appears(Deployment, 'default/blog', signal);
    await cluster.settles(signal);
    expect(
      cluster.manager.recentRuns.of('website', 'default/blog').some(({ outcome }) => outcome.type === 'retry'),
    ).toBe(true);
  });
});

test('an option of a test cluster that nobody reads is refused', async () => {
  await expect(TestCluster.start({ controler: [] } as never)).rejects.toThrow(
    'a test cluster has no option controler: did you mean controllers?',
  );
});
