import { expect, test } from 'vitest';
import { ControllerRevision, StatefulSet } from '@reeve/kinds/apps/v1';
import { PersistentVolumeClaim, Pod } from '@reeve/kinds/core/v1';
import { statefulSetController } from '@reeve/workloads';
import { inCluster } from '../pod/cluster-of.ts';
import type { World } from '../pod/cluster-of.ts';

const statefulSets = (body: (world: World) => Promise<void>): Promise<void> =>
  inCluster((host) => [statefulSetController({ host })], body);

const template = (image: string): StatefulSet['spec']['template'] => ({
  metadata: { labels: { app: 'db' } },
  spec: { containers: [{ name: 'db', image }] },
});

const db = (replicas: number, more: Partial<StatefulSet['spec']> = {}): StatefulSet =>
  StatefulSet.of({
    metadata: { name: 'db', namespace: 'default' },
    spec: {
      replicas,
      serviceName: 'db-peers',
      selector: { matchLabels: { app: 'db' } },
      template: template('one'),
      ...more,
    },
  });

const volumeClaimTemplates = [
  PersistentVolumeClaim.of({
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }),
];

const live = ({ cluster }: World): Promise<StatefulSet> => cluster.client.get(StatefulSet, 'default/db');

async function change(world: World, spec: Partial<StatefulSet['spec']>): Promise<void> {
  const set = await live(world);
  await world.cluster.client.update(StatefulSet, { ...set, spec: { ...set.spec, ...spec } });
  await world.settles();
}

const names = async (world: World): Promise<(string | undefined)[]> =>
  (await world.pods()).map(({ metadata }) => metadata.name);

const images = async (world: World): Promise<string[]> =>
  (await world.pods()).map(({ metadata, spec }) => `${metadata.name ?? ''} ${spec.containers[0]?.image ?? ''}`);

const claims = async ({ cluster }: World): Promise<PersistentVolumeClaim[]> =>
  (await cluster.client.list(PersistentVolumeClaim, { namespace: 'default' })).items;

async function serve(world: World, name: string): Promise<void> {
  await world.run(await world.cluster.client.get(Pod, `default/${name}`));
  await world.settles();
}

test('pods come one after the other, each when the one before it serves, with names of their own', async () => {
  await statefulSets(async (world) => {
    await world.cluster.client.create(StatefulSet, db(3));
    await world.settles();
    expect(await names(world)).toEqual(['db-0']);
    expect((await live(world)).status).toMatchObject({ replicas: 1, availableReplicas: 0, collisionCount: 0 });

    await serve(world, 'db-0');
    expect(await names(world)).toEqual(['db-0', 'db-1']);
    await world.runAll();
    const { status } = await live(world);
    expect(status).toEqual({
      observedGeneration: 1,
      replicas: 3,
      readyReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
      availableReplicas: 3,
      collisionCount: 0,
      currentRevision: status?.updateRevision,
      updateRevision: expect.stringMatching(/^db-/) as string,
    });
    const pod = await world.cluster.client.get(Pod, 'default/db-1');
    expect(pod.metadata).toMatchObject({
      generateName: 'db-',
      labels: {
        app: 'db',
        'apps.kubernetes.io/pod-index': '1',
        'controller-revision-hash': status?.updateRevision,
        'statefulset.kubernetes.io/pod-name': 'db-1',
      },
    });
    expect(pod.spec).toMatchObject({ hostname: 'db-1', subdomain: 'db-peers' });
    expect(await world.said('StatefulSet', 'db')).toEqual(
      [0, 1, 2].map((at) => `SuccessfulCreate: Create Pod db-${at} in StatefulSet db successful`),
    );
  });
});

test('pods go one after the other, the last first', async () => {
  await statefulSets(async (world) => {
    await world.cluster.client.create(StatefulSet, db(3));
    await world.runAll();
    for (const pod of await world.pods()) await world.place(pod);
    await change(world, { replicas: 1 });
    expect(await names(world)).toEqual(['db-0', 'db-1']);
    await end(world, 'db-2');
    expect(await names(world)).toEqual(['db-0']);
    await end(world, 'db-1');
    expect((await live(world)).status).toMatchObject({ replicas: 1, readyReplicas: 1 });
  });
});

test('a parallel set makes and deletes its pods at once', async () => {
  await statefulSets(async (world) => {
    await world.cluster.client.create(StatefulSet, db(3, { podManagementPolicy: 'Parallel' }));
    await world.settles();
    expect(await names(world)).toEqual(['db-0', 'db-1', 'db-2']);
    await change(world, { replicas: 0 });
    expect(await names(world)).toEqual([]);
  });
});

test('numbers begin where the set says', async () => {
  await statefulSets(async (world) => {
    await world.cluster.client.create(StatefulSet, db(2, { ordinals: { start: 5 } }));
    await world.runAll();
    expect(await names(world)).toEqual(['db-5', 'db-6']);
    await change(world, { ordinals: { start: 6 } });
    await world.runAll();
    expect(await names(world)).toEqual(['db-6', 'db-7']);
  });
});

test('an update replaces pods from the last to the first, each when the one after it serves', async () => {
  await statefulSets(async (world) => {
    await world.cluster.client.create(StatefulSet, db(3));
    await world.runAll();
    const before = (await live(world)).status?.currentRevision;
    await change(world, { template: template('two') });
    expect(await images(world)).toEqual(['db-0 one', 'db-1 one', 'db-2 two']);
    const { status } = await live(world);
    expect(status).toMatchObject({ currentRevision: before, currentReplicas: 2, updatedReplicas: 1 });
    expect(status?.updateRevision).not.toBe(before);

    await serve(world, 'db-2');
    expect(await images(world)).toEqual(['db-0 one', 'db-1 two', 'db-2 two']);
    await world.runAll();
    expect(await images(world)).toEqual(['db-0 two', 'db-1 two', 'db-2 two']);
    expect((await live(world)).status).toMatchObject({ currentRevision: status?.updateRevision, currentReplicas: 3 });
  });
});

test('pods below the partition keep their revision, also when they are made anew', async () => {
  await statefulSets(async (world) => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } as const;
    await world.cluster.client.create(StatefulSet, db(3, { updateStrategy }));
    await world.runAll();
    await change(world, { template: template('two') });
    await world.runAll();
    expect(await images(world)).toEqual(['db-0 one', 'db-1 one', 'db-2 two']);
    await world.cluster.client.delete(Pod, 'default/db-0');
    await world.runAll();
    expect(await images(world)).toEqual(['db-0 one', 'db-1 one', 'db-2 two']);
    expect((await live(world)).status).toMatchObject({ currentReplicas: 2, updatedReplicas: 1 });
  });
});

test('pods are updated only as somebody deletes them, where the set says so', async () => {
  await statefulSets(async (world) => {
    await world.cluster.client.create(StatefulSet, db(2, { updateStrategy: { type: 'OnDelete' } }));
    await world.runAll();
    await change(world, { template: template('two') });
    await world.cluster.client.delete(Pod, 'default/db-0');
    await world.runAll();
    expect(await images(world)).toEqual(['db-0 two', 'db-1 one']);
  });
});

test('going back to a former template brings its revision to the front, and unused ones go', async () => {
  await statefulSets(async (world) => {
    await world.cluster.client.create(StatefulSet, db(1, { revisionHistoryLimit: 1 }));
    await world.runAll();
    const first = (await live(world)).status?.updateRevision;
    for (const image of ['two', 'three', 'one']) {
      await change(world, { template: template(image) });
      await world.runAll();
    }
    await world.settles();
    const { items } = await world.cluster.client.list(ControllerRevision, { namespace: 'default' });
    const revisions = items.toSorted((one, other) => (one.revision ?? 0) - (other.revision ?? 0));
    expect(revisions.map(({ revision }) => revision)).toEqual([3, 4]);
    expect((await live(world)).status?.updateRevision).toBe(revisions[1]?.metadata.name);
    expect(revisions[1]?.data).toMatchObject({ spec: { template: { $patch: 'replace' } } });
    expect(revisions[1]?.metadata.name).toBe(first);
  });
});

test('pods get claims of their own, which outlive them', async () => {
  await statefulSets(async (world) => {
    await world.cluster.client.create(StatefulSet, db(2, { volumeClaimTemplates }));
    await world.runAll();
    const made = await claims(world);
    expect(made.map(({ metadata }) => metadata.name)).toEqual(['data-db-0', 'data-db-1']);
    expect(made[0]?.metadata).toMatchObject({ labels: { app: 'db' } });
    expect(made[0]?.metadata).not.toHaveProperty('ownerReferences');
    const pod = await world.cluster.client.get(Pod, 'default/db-1');
    expect(pod.spec.volumes?.[0]).toMatchObject({ name: 'data', persistentVolumeClaim: { claimName: 'data-db-1' } });
    await change(world, { replicas: 0 });
    await world.settles();
    expect(await claims(world)).toHaveLength(2);
    expect(await world.said('StatefulSet', 'db')).toContain(
      'SuccessfulCreate: Create Claim data-db-0 Pod db-0 in StatefulSet db success',
    );
  });
});

test('claims go with the pods or the set that own them, as the policy says', async () => {
  await statefulSets(async (world) => {
    const persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Delete', whenScaled: 'Delete' };
    await world.cluster.client.create(
      StatefulSet,
      db(2, { volumeClaimTemplates, persistentVolumeClaimRetentionPolicy }),
    );
    await world.runAll();
    const owners = async (): Promise<(string | undefined)[]> =>
      (await claims(world)).map(({ metadata }) => metadata.ownerReferences?.[0]?.kind);
    expect(await owners()).toEqual(['StatefulSet', 'StatefulSet']);
    const last = await world.cluster.client.get(Pod, 'default/db-1');
    await world.place(last);
    await change(world, { replicas: 1 });
    expect(await owners()).toEqual(['StatefulSet', 'Pod']);
  });
});

test('a pod that has ended is made anew', async () => {
  await statefulSets(async (world) => {
    await world.cluster.client.create(StatefulSet, db(1));
    await world.runAll();
    const before = await world.cluster.client.get(Pod, 'default/db-0');
    await world.finish(before, 'Failed');
    await world.settles();
    const after = await world.cluster.client.get(Pod, 'default/db-0');
    expect(after.metadata.uid).not.toBe(before.metadata.uid);
  });
});

test('an orphan of the right name and labels is adopted', async () => {
  await statefulSets(async (world) => {
    const { client } = world.cluster;
    const { metadata, spec } = template('one');
    await client.create(
      Pod,
      Pod.of({ metadata: { ...metadata, name: 'db-0', namespace: 'default' }, spec: spec ?? { containers: [] } }),
    );
    await client.create(StatefulSet, db(1));
    await world.runAll();
    expect((await client.get(Pod, 'default/db-0')).metadata.ownerReferences?.[0]?.name).toBe('db');
  });
});

test('a pod counts as available when it has been ready for long enough', async () => {
  await statefulSets(async (world) => {
    await world.cluster.client.create(StatefulSet, db(2, { minReadySeconds: 10 }));
    await world.settles();
    await serve(world, 'db-0');
    expect((await live(world)).status).toMatchObject({ readyReplicas: 1, availableReplicas: 0 });
    expect(await names(world)).toEqual(['db-0']);
    await world.host.sleep(10_000);
    await world.settles();
    expect((await live(world)).status).toMatchObject({ readyReplicas: 1, availableReplicas: 1 });
    expect(await names(world)).toEqual(['db-0', 'db-1']);
  });
});

/** Ends a pod that is to be deleted, as its kubelet would. */
async function end(world: World, name: string): Promise<void> {
  await world.cluster.client.delete(Pod, `default/${name}`, { gracePeriodSeconds: 0 });
  await world.settles();
}
