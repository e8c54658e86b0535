import { expect, test } from 'vitest';
import { Job } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { activePods, conditionsOf, exit, jobs, pi, theJob } from './job-world.ts';

test('a Job runs its pods, counts them, and is complete · Y8', async () => {
  await jobs(async (world) => {
    await world.cluster.client.create(Job, pi({ completions: 3, parallelism: 2 }));
    await world.settles();
    const [first, second] = await world.pods();
    expect(first?.metadata).toMatchObject({
      generateName: 'pi-',
      finalizers: ['batch.kubernetes.io/job-tracking'],
      labels: { 'batch.kubernetes.io/job-name': 'pi', 'job-name': 'pi' },
      ownerReferences: [{ kind: 'Job', name: 'pi', controller: true }],
    });
    expect((await theJob(world)).status).toEqual({
      active: 2,
      ready: 0,
      terminating: 0,
      startTime: expect.any(String) as string,
      uncountedTerminatedPods: {},
    });
    for (const pod of [first, second]) if (pod) await exit(world, pod, 0);
    await world.settles();
    expect((await theJob(world)).status).toMatchObject({ active: 1, succeeded: 2 });
    for (const pod of await activePods(world)) await exit(world, pod, 0);
    await world.settles();
    const { status } = await theJob(world);
    expect(status).toMatchObject({ succeeded: 3, ready: 0, terminating: 0, uncountedTerminatedPods: {} });
    expect(status?.active).toBeUndefined();
    expect(status?.completionTime).toBeDefined();
    expect(await conditionsOf(world)).toEqual([
      'SuccessCriteriaMet True CompletionsReached',
      'Complete True CompletionsReached',
    ]);
    expect((await world.pods()).flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([]);
    expect((await world.said('Job', 'pi')).at(-1)).toBe('Completed: Job completed');
  });
}, 20_000);

test('a pod that fails is replaced after ten seconds, then twenty, until the limit is reached', async () => {
  await jobs(async (world) => {
    const { host } = world;
    await world.cluster.client.create(Job, pi({ backoffLimit: 2 }));
    const waits: number[] = [];
    for (let failures = 0; failures < 3; failures += 1) {
      const since = host.clock.now();
      const [pod] = await world.cluster.eventually(
        async () => {
          const active = await activePods(world);
          return active.length > 0 && active;
        },
        { timeoutMs: 100_000, intervalMs: 1000 },
      );
      waits.push(Math.round((host.clock.now() - since) / 10_000) * 10);
      if (pod) await exit(world, pod, 1);
    }
    await world.settles();
    expect(waits).toEqual([0, 10, 20]);
    expect((await theJob(world)).status).toMatchObject({ failed: 3, uncountedTerminatedPods: {} });
    expect(await conditionsOf(world)).toEqual([
      'FailureTarget True BackoffLimitExceeded',
      'Failed True BackoffLimitExceeded',
    ]);
    expect(await world.said('Job', 'pi')).toContain(
      'BackoffLimitExceeded: Job has reached the specified backoff limit',
    );
  });
});

test('a Job that is suspended loses its pods, and begins anew when it goes on', async () => {
  await jobs(async (world) => {
    const { client } = world.cluster;
    await client.create(Job, pi({ completions: 4, parallelism: 4 }));
    await world.settles();
    await client.update(Job, { ...(await theJob(world)), spec: { ...(await theJob(world)).spec, suspend: true } });
    await world.settles();
    expect((await client.list(Pod, { namespace: 'default' })).items).toEqual([]);
    const suspended = await theJob(world);
    expect(suspended.status?.active).toBeUndefined();
    expect(suspended.status?.startTime).toBeUndefined();
    expect(suspended.status?.failed).toBeUndefined();
    expect(await conditionsOf(world)).toEqual(['Suspended True JobSuspended']);
    await world.host.sleep(5000);
    await client.update(Job, { ...suspended, spec: { ...suspended.spec, suspend: false } });
    await world.settles();
    expect(await activePods(world)).toHaveLength(4);
    expect(await conditionsOf(world)).toEqual(['Suspended False JobResumed']);
    expect((await theJob(world)).status?.startTime).toBeDefined();
    expect(await world.said('Job', 'pi')).toEqual(
      expect.arrayContaining(['Suspended: Job suspended', 'Resumed: Job resumed']),
    );
  });
});

test('a Job that is active for too long fails, and what ran counts as failed', async () => {
  await jobs(async (world) => {
    await world.cluster.client.create(Job, pi({ activeDeadlineSeconds: 30, parallelism: 2, completions: 2 }));
    await world.settles();
    for (const pod of await world.pods()) await world.run(pod);
    await world.host.sleep(31_000);
    await world.settles();
    expect((await theJob(world)).status).toMatchObject({ failed: 2 });
    expect(await conditionsOf(world)).toEqual(['FailureTarget True DeadlineExceeded', 'Failed True DeadlineExceeded']);
  });
});

test('a Job is deleted when its time after the end is over', async () => {
  await jobs(async (world) => {
    await world.cluster.client.create(Job, pi({ ttlSecondsAfterFinished: 60 }));
    await world.settles();
    for (const pod of await world.pods()) await exit(world, pod, 0);
    await world.settles();
    await world.host.sleep(50_000);
    expect((await theJob(world)).metadata.deletionTimestamp).toBeUndefined();
    await world.cluster.disappears(Job, 'default/pi', { timeoutMs: 20_000, intervalMs: 1000 });
    await world.cluster.eventually(async () => (await world.pods()).length === 0);
  });
});

test('pods of a Job that is deleted in the background are let go', async () => {
  await jobs(async (world) => {
    await world.cluster.client.create(Job, pi({ parallelism: 3, completions: 3 }));
    await world.settles();
    expect(await world.pods()).toHaveLength(3);
    await world.cluster.client.delete(Job, 'default/pi', { propagation: 'Background' });
    await world.cluster.eventually(
      async () => (await world.cluster.client.list(Pod, { namespace: 'default' })).items.length === 0,
    );
  });
});

test('pods that lose their Job and stay are let go', async () => {
  await jobs(async (world) => {
    await world.cluster.client.create(Job, pi());
    await world.settles();
    await world.cluster.client.delete(Job, 'default/pi', { propagation: 'Orphan' });
    await world.cluster.eventually(async () => {
      const [pod] = await world.pods();
      expect(pod?.metadata.ownerReferences).toBeUndefined();
      expect(pod?.metadata.finalizers).toBeUndefined();
      return true;
    });
  });
});

test('the parallelism of a Job can be raised and lowered, and what it takes away has not failed', async () => {
  await jobs(async (world) => {
    const { client } = world.cluster;
    await client.create(Job, pi({ completions: 9, parallelism: 2 }));
    await world.settles();
    for (const parallelism of [5, 1]) {
      const job = await theJob(world);
      await client.update(Job, { ...job, spec: { ...job.spec, parallelism } });
      await world.settles();
      expect(await activePods(world)).toHaveLength(parallelism);
    }
    const { status } = await theJob(world);
    expect(status).toMatchObject({ active: 1 });
    expect(status?.failed).toBeUndefined();
  });
});

test('a Job without completions is complete when one pod succeeded and the others have ended', async () => {
  await jobs(async (world) => {
    await world.cluster.client.create(Job, pi({ parallelism: 3 }));
    await world.settles();
    const [first, ...others] = await world.pods();
    if (first) await exit(world, first, 0);
    await world.settles();
    expect(await activePods(world)).toHaveLength(2);
    expect(await conditionsOf(world)).toEqual([]);
    for (const pod of others) await exit(world, pod, 1);
    await world.settles();
    expect(await conditionsOf(world)).toContain('Complete True CompletionsReached');
    expect((await theJob(world)).status).toMatchObject({ succeeded: 1, failed: 2 });
  });
});

test('a Job that somebody else manages is left alone', async () => {
  await jobs(async (world) => {
    await world.cluster.client.create(Job, pi({ managedBy: 'example.com/other' }));
    await world.settles();
    expect(await world.pods()).toEqual([]);
    expect((await theJob(world)).status).toEqual({});
  });
});
