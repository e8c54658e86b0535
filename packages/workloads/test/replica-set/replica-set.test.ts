import { expect, test } from 'vitest';
import { ReplicaSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { replicaSetController } from '@reeve/workloads';
import { inCluster } from '../pod/cluster-of.ts';
import type { World } from '../pod/cluster-of.ts';

const replicaSets = (body: (world: World) => Promise<void>): Promise<void> =>
  inCluster((host) => [replicaSetController({ host })], body);

const web = (replicas: number, more: Partial<ReplicaSet['spec']> = {}): ReplicaSet =>
  ReplicaSet.of({
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web', tier: 'front' } }, spec: containers },
      ...more,
    },
  });

const containers = { containers: [{ name: 'web', image: 'nginx' }] };

const live = ({ cluster }: World): Promise<ReplicaSet> => cluster.client.get(ReplicaSet, 'default/web');

const statusOf = async (world: World): Promise<ReplicaSet['status']> => (await live(world)).status;

async function scale(world: World, replicas: number): Promise<void> {
  const set = await live(world);
  await world.cluster.client.update(ReplicaSet, { ...set, spec: { ...set.spec, replicas } });
}

const podOf = (name: string, labels: Record<string, string>): Pod =>
  Pod.of({ metadata: { name, namespace: 'default', labels }, spec: containers });

test('a replica set makes its pods, and counts them', async () => {
  await replicaSets(async (world) => {
    await world.cluster.client.create(ReplicaSet, web(3));
    await world.settles();
    expect(await statusOf(world)).toEqual({
      replicas: 3,
      fullyLabeledReplicas: 3,
      terminatingReplicas: 0,
      observedGeneration: 1,
    });
    const pods = await world.pods();
    expect(pods[0]?.metadata).toMatchObject({
      generateName: 'web-',
      labels: { app: 'web', tier: 'front' },
      ownerReferences: [{ kind: 'ReplicaSet', name: 'web', controller: true, blockOwnerDeletion: true }],
    });
    const names = pods.map(({ metadata }) => metadata.name ?? '');
    expect((await world.said('ReplicaSet', 'web')).toSorted()).toEqual(
      names.map((name) => `SuccessfulCreate: Created pod: ${name}`).toSorted(),
    );

    await world.runAll();
    expect(await statusOf(world)).toMatchObject({ readyReplicas: 3, availableReplicas: 3 });
  });
});

test('a burst of runs never makes a pod too many, although the watch is late', async () => {
  await replicaSets(async (world) => {
    const { client, faults } = world.cluster;
    faults.add({ verbs: ['watch'], resources: ['pods'], effect: { type: 'latency', ms: 500 } });
    await client.create(ReplicaSet, web(5));
    for (let count = 0; count < 10; count++) {
      const set = await live(world);
      const metadata = { ...set.metadata, annotations: { count: String(count) } };
      await client.update(ReplicaSet, { ...set, metadata }); // it wakes the controller
      await world.host.sleep(20);
    }
    await world.settles();
    expect(await world.pods()).toHaveLength(5);
    expect(await world.said('ReplicaSet', 'web')).toHaveLength(5); // nothing was made and deleted again
  });
});

test('pods that go are replaced, those that have ended too, and both are left alone otherwise', async () => {
  await replicaSets(async (world) => {
    await world.cluster.client.create(ReplicaSet, web(2));
    await world.runAll();
    const [first, second] = await world.pods();
    if (first !== undefined) await world.cluster.client.delete(Pod, first);
    if (second !== undefined) await world.finish(second, 'Failed');
    await world.settles();
    const pods = await world.pods();
    expect(pods.map(({ status }) => status?.phase ?? '').toSorted()).toEqual(['Failed', 'Pending', 'Pending']);
    expect(pods.every(({ metadata }) => metadata.ownerReferences?.[0]?.name === 'web')).toBe(true);
    expect(await statusOf(world)).toMatchObject({ replicas: 2 });
  });
});

test('a smaller set deletes the pods that do the least good, and counts those on their way out', async () => {
  await replicaSets(async (world) => {
    await world.cluster.client.create(ReplicaSet, web(3));
    await world.settles();
    const pods = await world.pods();
    for (const pod of pods) await world.place(pod);
    for (const pod of pods.slice(1)) await world.run(pod);
    await scale(world, 2);
    await world.settles();
    expect((await world.pods()).map(({ metadata }) => metadata.name)).toEqual(
      pods.slice(1).map(({ metadata }) => metadata.name),
    );
    expect(await statusOf(world)).toMatchObject({ replicas: 2, readyReplicas: 2, terminatingReplicas: 1 });
    expect(await world.said('ReplicaSet', 'web')).toContain(
      `SuccessfulDelete: Deleted pod: ${pods[0]?.metadata.name ?? ''}`,
    );
  });
});

test('orphans that match are adopted, also later, and pods that stop matching are let go', async () => {
  await replicaSets(async (world) => {
    const { client } = world.cluster;
    await client.create(Pod, podOf('early', { app: 'web' }));
    await client.create(ReplicaSet, web(2));
    await world.settles();
    expect(await statusOf(world)).toMatchObject({ replicas: 2, fullyLabeledReplicas: 1 });
    const owners = async (name: string): Promise<number> =>
      (await client.get(Pod, `default/${name}`)).metadata.ownerReferences?.length ?? 0;
    expect(await owners('early')).toBe(1);

    const early = await client.get(Pod, 'default/early');
    await client.update(Pod, { ...early, metadata: { ...early.metadata, labels: { app: 'other' } } });
    await world.settles();
    expect(await owners('early')).toBe(0);
    expect(await world.pods('app=web')).toHaveLength(2);

    await client.create(Pod, podOf('late', { app: 'web' }));
    await world.settles();
    expect(await world.pods('app=web')).toHaveLength(2);
  });
});

test('a pod is available when it has been ready for long enough', async () => {
  await replicaSets(async (world) => {
    await world.cluster.client.create(ReplicaSet, web(1, { minReadySeconds: 30 }));
    await world.runAll();
    expect(await statusOf(world)).toMatchObject({ readyReplicas: 1 });
    expect(await statusOf(world)).not.toHaveProperty('availableReplicas');
    await world.host.sleep(30_000);
    await world.settles();
    expect(await statusOf(world)).toMatchObject({ readyReplicas: 1, availableReplicas: 1 });
  });
});

test('a set that may not make pods says so until it may', async () => {
  await replicaSets(async (world) => {
    const { client, faults } = world.cluster;
    const allow = faults.add({ verbs: ['create'], resources: ['pods'], effect: { type: 'status', code: 403 } });
    await client.create(ReplicaSet, web(2));
    await world.host.sleep(1000);
    const [condition] = (await statusOf(world))?.conditions ?? [];
    expect(condition).toMatchObject({ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' });
    expect((await world.said('ReplicaSet', 'web'))[0]).toMatch(/^FailedCreate: Error creating: /);

    allow();
    await world.host.sleep(60_000);
    await world.settles();
    expect(await world.pods()).toHaveLength(2);
    expect(await statusOf(world)).not.toHaveProperty('conditions');
  });
});

test('a set that is being deleted makes nothing anew', async () => {
  await replicaSets(async (world) => {
    const { client } = world.cluster;
    await client.create(ReplicaSet, web(2));
    await world.settles();
    const set = await live(world);
    await client.update(ReplicaSet, { ...set, metadata: { ...set.metadata, finalizers: ['example.com/hold'] } });
    await client.delete(ReplicaSet, 'default/web', { propagation: 'Background' });
    const [pod] = await world.pods();
    if (pod !== undefined) await client.delete(Pod, pod);
    await world.settles();
    expect(await world.pods()).toHaveLength(1);
  });
});
