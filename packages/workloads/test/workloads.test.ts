import { expect, test } from 'vitest';
import { Deployment } from '@reeve/kinds/apps/v1';
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
