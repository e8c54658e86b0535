import { expect, test } from 'vitest';
import { Deployment, ReplicaSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { change, conditionsOf, deploymentOf, deployments, setsOf, sizesOf, template, web } from './web.ts';

test('a deployment that is scaled scales its set, and says so', async () => {
  await deployments(async (world) => {
    await world.cluster.client.create(Deployment, web(2));
    await world.runAll();
    await change(world, { replicas: 5 });
    await world.runAll();
    const { one } = await setsOf(world);
    expect(one?.metadata.annotations).toMatchObject({
      'deployment.kubernetes.io/desired-replicas': '5',
      'deployment.kubernetes.io/max-replicas': '7',
    });
    await change(world, { replicas: 0 });
    await world.settles();
    expect(await sizesOf(world)).toEqual({ one: 0 });
    const name = one?.metadata.name ?? '';
    expect((await world.said('Deployment', 'web')).slice(1)).toEqual([
      `ScalingReplicaSet: Scaled up replica set ${name} from 2 to 5`,
      `ScalingReplicaSet: Scaled down replica set ${name} from 5 to 0`,
    ]);
    expect(await conditionsOf(world)).toEqual([
      'Progressing=True NewReplicaSetAvailable',
      'Available=True MinimumReplicasAvailable',
    ]);
  });
});

test('in the midst of a rollout all sets grow and shrink in proportion', async () => {
  await deployments(async (world) => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } } as const;
    await world.cluster.client.create(Deployment, web(10, { strategy }));
    await world.runAll();
    await change(world, { template: template('two') });
    await world.settles();
    expect(await sizesOf(world)).toEqual({ one: 8, two: 5 });

    await change(world, { replicas: 15 });
    await world.settles();
    expect(await sizesOf(world)).toEqual({ one: 11, two: 7 });

    await change(world, { replicas: 5 });
    await world.settles();
    const { one = 0, two = 0 } = await sizesOf(world);
    expect(one + two).toBeLessThanOrEqual(8);
  });
});

test('where pods are recreated, the new ones come when the last of the old ones is gone', async () => {
  await deployments(async (world) => {
    const { client } = world.cluster;
    await client.create(Deployment, web(2, { strategy: { type: 'Recreate' } }));
    await world.runAll();
    const old = await world.pods();
    for (const pod of old) await world.place(pod);
    await change(world, { template: template('two') });
    await world.settles();
    expect(await sizesOf(world)).toEqual({ one: 0 });
    for (const [at, pod] of old.entries()) {
      expect(await sizesOf(world)).toEqual({ one: 0 });
      await client.delete(Pod, pod, { gracePeriodSeconds: 0 });
      if (at < old.length - 1) await world.settles();
    }
    await world.runAll();
    expect(await sizesOf(world)).toEqual({ one: 0, two: 2 });
  });
});

test('an orphaned set of the same template is adopted', async () => {
  await deployments(async (world) => {
    const { client } = world.cluster;
    await client.create(Deployment, web(2));
    await world.runAll();
    const { one } = await setsOf(world);
    await client.delete(Deployment, 'default/web', { propagation: 'Orphan' });
    await world.settles();
    expect((await setsOf(world))['one']?.metadata).not.toHaveProperty('ownerReferences');
    await client.create(Deployment, web(3));
    await world.runAll();
    const adopted = (await setsOf(world))['one'];
    expect(adopted?.metadata.uid).toBe(one?.metadata.uid);
    expect(adopted?.metadata.ownerReferences?.[0]?.uid).toBe((await deploymentOf(world)).metadata.uid);
    expect(await sizesOf(world)).toEqual({ one: 3 });
  });
});

test('a deleted deployment takes its sets and pods along', async () => {
  await deployments(async (world) => {
    const { client } = world.cluster;
    await client.create(Deployment, web(2));
    await world.runAll();
    await client.delete(Deployment, 'default/web', { propagation: 'Foreground' });
    await world.cluster.disappears(Deployment, 'default/web');
    expect((await client.list(ReplicaSet, { namespace: 'default' })).items).toEqual([]);
    expect(await world.pods()).toEqual([]);
  });
});
