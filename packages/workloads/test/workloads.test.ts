import { expect, test } from 'vitest';
import { Deployment } from '@reeve/kinds/apps/v1';
import { CronJob, Job } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { Workloads } from '@reeve/workloads';
import { withWorkloads } from './node/node-world.ts';

const web = (replicas: number) => ({
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'nginx' }] } },
  },
});

test('a Deployment becomes available on virtual nodes, one pod on each · Y8', async () => {
  await withWorkloads({ nodes: 3 }, async ({ client, host }) => {
    await client.create(Deployment, web(3));
    await host.sleep(2000);
    const { items } = await client.list(Pod, { namespace: 'default' });
    expect(items.map(({ spec }) => spec.nodeName ?? '').toSorted()).toEqual(['node-1', 'node-2', 'node-3']);
    expect((await client.get(Deployment, 'default/web')).status).toMatchObject({ availableReplicas: 3 });
  });
});

test('at rest nothing is asked, nothing is written, and no timer is due soon', async () => {
  await withWorkloads({ nodes: 3 }, async ({ client, host, requests }) => {
    await client.create(Deployment, web(3));
    await host.sleep(60_000);
    requests.length = 0;
    await host.sleep(120_000);
    expect(requests.filter(({ verb, path }) => verb !== 'GET' || !path.includes('watch='))).toEqual([]);
    const soon = host.clock.monotonic() + 60_000;
    expect(host.clock.pending().filter(({ background, dueMs }) => !background && dueMs < soon)).toEqual([]);
  });
});

test('a month of a weekly CronJob on a server in the same process is a few Jobs, and at most a watch a day for each kind', async () => {
  await withWorkloads({ nodes: 1, isLocal: true }, async ({ client, host, requests }) => {
    const containers = [{ name: 'main', image: 'busybox', command: ['true'] }];
    const jobTemplate = { spec: { template: { spec: { restartPolicy: 'Never' as const, containers } } } };
    await client.create(CronJob, {
      metadata: { name: 'weekly', namespace: 'default' },
      spec: { schedule: '0 0 * * 0', jobTemplate },
    });
    await host.sleep(1000);
    requests.length = 0;
    await host.sleep(30 * 86_400_000);
    const made = requests.filter(({ verb, path }) => verb === 'POST' && path.includes('/namespaces/default/jobs'));
    expect([4, 5]).toContain(made.length);
    const { items } = await client.list(Job, { namespace: 'default' });
    expect(items.map(({ status }) => status?.succeeded)).toEqual([1, 1, 1]);
    const watches = requests.filter(({ path }) => path.includes('watch='));
    const kinds = new Set(watches.map(({ path }) => path.split('?')[0]));
    expect(watches.length).toBeLessThanOrEqual(30 * kinds.size);
  });
});

test('workloads that are stopped and started again go on where they were, and write nothing', async () => {
  await withWorkloads({ nodes: 2 }, async ({ client, host, server, workloads, requests }) => {
    await client.create(Deployment, web(4));
    await host.sleep(5000);
    const before = (await client.list(Pod, { namespace: 'default' })).items;
    await workloads.stop();
    requests.length = 0;
    await using again = await Workloads.start({ transport: server.transport, host, nodes: 2 });
    await host.sleep(5000);
    const { items } = await client.list(Pod, { namespace: 'default' });
    expect(items).toEqual(before);
    expect(requests.filter(({ verb }) => verb !== 'GET' && verb !== 'POST')).toEqual([]);
    expect(again.manager.controllers.size).toBeGreaterThan(10);
  });
});
