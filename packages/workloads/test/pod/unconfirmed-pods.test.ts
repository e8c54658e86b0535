import { expect, test } from 'vitest';
import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { Deployment, ReplicaSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { VirtualHost } from '@reeve/machinery';
import { Manager } from '@reeve/runtime';
import { deploymentController, replicaSetController } from '@reeve/workloads';
import { BadLine } from './bad-line.ts';

const web = ReplicaSet.of({
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
  },
});

test('a pod whose answer was lost is not made twice, although no watch tells of it', async () => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host });
  const client = new Client({ transport: server.transport, host });
  const line = new BadLine(server.transport, 'pods');
  const manager = new Manager({ transport: line, host });
  await host.run(async () => {
    const stop = new AbortController();
    const running = manager.add(replicaSetController({ host })).run({ signal: stop.signal });
    await host.sleep(100);
    line.goBad(2);
    await client.create(ReplicaSet, web);
    await host.sleep(5000);
    const { items } = await client.list(Pod, { namespace: 'default' });
    const { status } = await client.get(ReplicaSet, 'default/web');
    stop.abort();
    await running;
    expect(items).toHaveLength(3);
    expect(status?.replicas).toBe(3); // what is not seen is counted: a rollout relies on it
  });
});

test('a set whose answer was lost is known when the next template comes, although no watch tells of it', async () => {
  const host = new VirtualHost({ seed: 1 });
  await using server = await ApiServer.start({ host });
  const client = new Client({ transport: server.transport, host });
  const line = new BadLine(server.transport, 'replicasets');
  const manager = new Manager({ transport: line, host });
  await host.run(async () => {
    const stop = new AbortController();
    const running = manager.add(deploymentController({ host })).run({ signal: stop.signal });
    await host.sleep(100);
    line.goBad(1);
    const { metadata, spec } = web;
    const strategy = { type: 'RollingUpdate' as const, rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } };
    const template = (image: string) => ({ ...spec.template, spec: { containers: [{ name: 'web', image }] } });
    await client.create(Deployment, { metadata, spec: { ...spec, strategy, template: template('one') } });
    await host.sleep(1000);
    const patch = { spec: { template: template('two') } };
    await client.patch(Deployment, 'default/web', { type: 'merge', patch });
    await host.sleep(1000);
    const { items } = await client.list(ReplicaSet, { namespace: 'default' });
    stop.abort();
    await running;
    expect(items).toHaveLength(2);
    expect(items.reduce((sum, set) => sum + (set.spec.replicas ?? 1), 0)).toBeLessThanOrEqual(3);
  });
});
