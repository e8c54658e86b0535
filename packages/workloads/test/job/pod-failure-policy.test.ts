import { expect, test } from 'vitest';
import { Job } from '@reeve/kinds/batch/v1';
import type { JobSpec } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { activePods, conditionsOf, exit, jobs, pi, theJob } from './job-world.ts';

const policy: JobSpec['podFailurePolicy'] = {
  rules: [
    { action: 'FailJob', onExitCodes: { containerName: 'pi', operator: 'In', values: [42] } },
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
  ],
};

test('a rule fails the Job, and says which pod and why', async () => {
  await jobs(async (world) => {
    await world.cluster.client.create(Job, pi({ podFailurePolicy: policy, completions: 2, parallelism: 2 }));
    await world.settles();
    const [pod] = await world.pods();
    if (pod) await exit(world, pod, 42);
    await world.settles();
    const { status } = await theJob(world);
    expect(status?.conditions?.at(-1)).toMatchObject({
      type: 'Failed',
      reason: 'PodFailurePolicy',
      message: `Container pi for pod default/${pod?.metadata.name ?? ''} failed with exit code 42 matching FailJob rule at index 0`,
    });
    expect(status).toMatchObject({ failed: 2 });
  });
}, 20_000);

test('a failure that a rule ignores does not count, and the pod is replaced', async () => {
  await jobs(async (world) => {
    await world.cluster.client.create(Job, pi({ podFailurePolicy: policy, backoffLimit: 0 }));
    await world.settles();
    const [pod] = await world.pods();
    if (pod) await exit(world, pod, 137, { type: 'DisruptionTarget', status: 'True' });
    await world.host.sleep(11_000);
    await world.settles();
    expect(await activePods(world)).toHaveLength(1);
    expect((await theJob(world)).status?.failed).toBeUndefined();
    expect(await conditionsOf(world)).toEqual([]);
  });
});

test('with a policy of replacing failed pods only, a pod on its way out is waited for', async () => {
  await jobs(async (world) => {
    const { client } = world.cluster;
    await client.create(Job, pi({ podReplacementPolicy: 'Failed' }));
    await world.settles();
    const [pod] = await world.pods();
    if (pod) await client.delete(Pod, await world.run(pod), { gracePeriodSeconds: 30 });
    await world.host.sleep(15_000);
    await world.settles();
    expect(await activePods(world)).toEqual([]);
    expect((await theJob(world)).status).toMatchObject({ terminating: 1, ready: 0 });
    if (pod) await exit(world, pod, 143);
    await world.host.sleep(15_000);
    await world.settles();
    expect(await activePods(world)).toHaveLength(1);
    expect((await theJob(world)).status).toMatchObject({ failed: 1 });
  });
});
