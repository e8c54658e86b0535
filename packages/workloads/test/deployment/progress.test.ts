import { expect, test } from 'vitest';
import { Deployment } from '@reeve/kinds/apps/v1';
import { change, conditionsOf, deploymentOf, deployments, setsOf, sizesOf, template, web } from './web.ts';

const progressOf = async (world: Parameters<typeof deploymentOf>[0]): Promise<string | undefined> =>
  (await conditionsOf(world)).find((condition) => condition.startsWith('Progressing'));

test('a rollout that stands still for too long says so, once the deadline has passed and not before', async () => {
  await deployments(async (world) => {
    await world.cluster.client.create(Deployment, web(1, { progressDeadlineSeconds: 60 }));
    await world.settles();
    await world.host.sleep(59_000);
    await world.settles();
    expect(await progressOf(world)).toBe('Progressing=True ReplicaSetUpdated');
    await world.host.sleep(3000);
    await world.settles();
    expect(await progressOf(world)).toBe('Progressing=False ProgressDeadlineExceeded');
    const { one } = await setsOf(world);
    expect((await deploymentOf(world)).status?.conditions?.at(-1)?.message).toBe(
      `ReplicaSet "${one?.metadata.name ?? ''}" has timed out progressing.`,
    );

    await world.runAll();
    expect(await progressOf(world)).toBe('Progressing=True NewReplicaSetAvailable');
  });
});

test('a deployment without a deadline says nothing about progress', async () => {
  await deployments(async (world) => {
    await world.cluster.client.create(Deployment, web(1, { progressDeadlineSeconds: 2 ** 31 - 1 }));
    await world.runAll();
    expect(await conditionsOf(world)).toEqual(['Available=True MinimumReplicasAvailable']);
  });
});

test('a paused deployment is scaled and does not roll out, and its time does not run', async () => {
  await deployments(async (world) => {
    await world.cluster.client.create(Deployment, web(2, { progressDeadlineSeconds: 60 }));
    await world.runAll();
    await change(world, { paused: true, template: template('two') });
    await world.settles();
    expect(await sizesOf(world)).toEqual({ one: 2 });
    expect(await progressOf(world)).toBe('Progressing=Unknown DeploymentPaused');
    await change(world, { replicas: 3 });
    await world.runAll();
    expect(await sizesOf(world)).toEqual({ one: 3 });
    await world.host.sleep(600_000);
    await world.settles();

    await change(world, { paused: false });
    await world.settles();
    expect(await progressOf(world)).not.toContain('ProgressDeadlineExceeded');
    await world.runAll();
    expect(await sizesOf(world)).toEqual({ one: 0, two: 3 });
    expect(await progressOf(world)).toBe('Progressing=True NewReplicaSetAvailable');
  });
});

test('what keeps a set from making pods is said of the deployment, and taken back', async () => {
  await deployments(async (world) => {
    const { client, faults } = world.cluster;
    const allow = faults.add({ verbs: ['create'], resources: ['pods'], effect: { type: 'status', code: 403 } });
    await client.create(Deployment, web(1));
    await world.host.sleep(1000);
    expect(await conditionsOf(world)).toContain('ReplicaFailure=True FailedCreate');
    allow();
    await world.host.sleep(60_000);
    await world.runAll();
    expect((await conditionsOf(world)).some((condition) => condition.startsWith('ReplicaFailure'))).toBe(false);
  });
});

test('a set that cannot be made is said in the status and in an event', async () => {
  await deployments(async (world) => {
    const { client, faults } = world.cluster;
    const allow = faults.add({ verbs: ['create'], resources: ['replicasets'], effect: { type: 'status', code: 403 } });
    await client.create(Deployment, web(1));
    await world.host.sleep(1000);
    expect(await progressOf(world)).toBe('Progressing=False ReplicaSetCreateError');
    expect((await world.said('Deployment', 'web'))[0]).toMatch(
      /^ReplicaSetCreateError: Failed to create new replica set "web-[a-z0-9]+": /,
    );
    allow();
    await world.host.sleep(60_000);
    await world.runAll();
    expect(await progressOf(world)).toBe('Progressing=True NewReplicaSetAvailable');
  });
});
