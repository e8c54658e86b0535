import { expect, test } from 'vitest';
import { Deployment, ReplicaSet } from '@reeve/kinds/apps/v1';
import { change, conditionsOf, deploymentOf, deployments, setsOf, sizesOf, template, web } from './web.ts';

test('a deployment makes a replica set of its template, and says when its pods are available', async () => {
  await deployments(async (world) => {
    await world.cluster.client.create(Deployment, web(3));
    await world.settles();
    expect(await sizesOf(world)).toEqual({ one: 3 });
    expect(await conditionsOf(world)).toEqual([
      'Available=False MinimumReplicasUnavailable',
      'Progressing=True ReplicaSetUpdated',
    ]);

    await world.runAll();
    const { metadata, status } = await deploymentOf(world);
    expect(metadata).toMatchObject({ generation: 1, annotations: { 'deployment.kubernetes.io/revision': '1' } });
    expect(status).toMatchObject({
      observedGeneration: 1,
      replicas: 3,
      updatedReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      terminatingReplicas: 0,
    });
    expect(await conditionsOf(world)).toEqual([
      'Available=True MinimumReplicasAvailable',
      'Progressing=True NewReplicaSetAvailable',
    ]);
    const { one } = await setsOf(world);
    expect(one?.metadata.annotations).toEqual({
      'deployment.kubernetes.io/desired-replicas': '3',
      'deployment.kubernetes.io/max-replicas': '4',
      'deployment.kubernetes.io/revision': '1',
    });
    expect(one?.metadata.labels).toMatchObject({ app: 'web', 'pod-template-hash': expect.any(String) as string });
    expect(one?.spec.selector.matchLabels).toEqual(one?.metadata.labels);
    expect(await world.said('Deployment', 'web')).toEqual([
      `ScalingReplicaSet: Scaled up replica set ${one?.metadata.name ?? ''} from 0 to 3`,
    ]);
  });
});

test('a new template comes step by step, within the surge and what may be missing', async () => {
  await deployments(async (world) => {
    await world.cluster.client.create(Deployment, web(3));
    await world.runAll();
    await change(world, { template: template('two') });
    await world.settles();
    expect(await sizesOf(world)).toEqual({ one: 3, two: 1 });
    await world.runAll();
    expect(await sizesOf(world)).toEqual({ one: 0, two: 3 });

    const { one, two } = await setsOf(world);
    const [from, to] = [one?.metadata.name ?? '', two?.metadata.name ?? ''];
    expect((await world.said('Deployment', 'web')).slice(1)).toEqual([
      `ScalingReplicaSet: Scaled up replica set ${to} from 0 to 1`,
      `ScalingReplicaSet: Scaled down replica set ${from} from 3 to 2`,
      `ScalingReplicaSet: Scaled up replica set ${to} from 1 to 2`,
      `ScalingReplicaSet: Scaled down replica set ${from} from 2 to 1`,
      `ScalingReplicaSet: Scaled up replica set ${to} from 2 to 3`,
      `ScalingReplicaSet: Scaled down replica set ${from} from 1 to 0`,
    ]);
    const { metadata, status } = await deploymentOf(world);
    expect(metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '2' });
    expect(status?.conditions?.find(({ type }) => type === 'Progressing')?.message).toBe(
      `ReplicaSet "${to}" has successfully progressed.`,
    );
  });
});

test('pods that serve nobody go first, so that a bad template does not stand in the way of the next', async () => {
  await deployments(async (world) => {
    await world.cluster.client.create(Deployment, web(4));
    await world.runAll();
    await change(world, { template: template('bad') });
    await world.settles();
    expect(await sizesOf(world)).toEqual({ one: 3, bad: 2 });
    await change(world, { template: template('good') });
    await world.settles();
    expect(await sizesOf(world)).toEqual({ one: 3, bad: 0, good: 2 });
  });
});

test('going back is a template like any other: its set comes back with a new revision', async () => {
  await deployments(async (world) => {
    await world.cluster.client.create(Deployment, web(2));
    await world.runAll();
    await change(world, { template: template('two') }, { 'kubernetes.io/change-cause': 'second thoughts' });
    await world.runAll();
    expect((await setsOf(world))['two']?.metadata.annotations).toMatchObject({
      'kubernetes.io/change-cause': 'second thoughts',
      'deployment.kubernetes.io/revision': '2',
    });
    await change(world, { template: template('one') }, { 'kubernetes.io/change-cause': 'back' });
    await world.runAll();
    const { one, two } = await setsOf(world);
    expect(one?.metadata.annotations).toMatchObject({
      'kubernetes.io/change-cause': 'back',
      'deployment.kubernetes.io/revision': '3',
      'deployment.kubernetes.io/revision-history': '1',
    });
    expect(two?.metadata.annotations?.['kubernetes.io/change-cause']).toBe('second thoughts');
    expect(await sizesOf(world)).toEqual({ one: 2, two: 0 });
    expect((await deploymentOf(world)).metadata.annotations).toMatchObject({
      'deployment.kubernetes.io/revision': '3',
    });
  });
});

test('no more old sets are kept than the history allows', async () => {
  await deployments(async (world) => {
    await world.cluster.client.create(Deployment, web(1, { revisionHistoryLimit: 1 }));
    await world.runAll();
    for (const image of ['two', 'three', 'four']) {
      await change(world, { template: template(image) });
      await world.runAll();
    }
    expect(await sizesOf(world)).toEqual({ three: 0, four: 1 });
  });
});

test('a set whose name is taken gets another one, and the deployment remembers', async () => {
  await deployments(async (world) => {
    const { client } = world.cluster;
    await client.create(Deployment, web(1));
    await world.settles();
    const { one } = await setsOf(world);
    await client.delete(Deployment, 'default/web', { propagation: 'Orphan' });
    await world.settles();
    const foreign = { ...one?.metadata, labels: { app: 'else' }, ownerReferences: [] };
    await client.delete(ReplicaSet, `default/${one?.metadata.name ?? ''}`, { propagation: 'Background' });
    await world.settles();
    await client.create(
      ReplicaSet,
      ReplicaSet.of({
        metadata: { name: foreign.name ?? '', namespace: 'default' },
        spec: {
          replicas: 0,
          selector: { matchLabels: { app: 'else' } },
          template: { ...template('else'), metadata: { labels: { app: 'else' } } },
        },
      }),
    );
    await client.create(Deployment, web(1));
    await world.runAll();
    expect((await deploymentOf(world)).status).toMatchObject({ collisionCount: 1, availableReplicas: 1 });
    expect((await setsOf(world))['one']?.metadata.name).not.toBe(one?.metadata.name);
  });
});

test('minReadySeconds are the sets’ too, and hold a rollout back', async () => {
  await deployments(async (world) => {
    await world.cluster.client.create(Deployment, web(1, { minReadySeconds: 20 }));
    await world.runAll();
    expect(await conditionsOf(world)).toContain('Available=False MinimumReplicasUnavailable');
    await world.host.sleep(20_000);
    await world.settles();
    expect(await conditionsOf(world)).toEqual([
      'Available=True MinimumReplicasAvailable',
      'Progressing=True NewReplicaSetAvailable',
    ]);
    await change(world, { minReadySeconds: 5 });
    await world.settles();
    expect((await setsOf(world))['one']?.spec.minReadySeconds).toBe(5);
  });
});
