import { expect, test } from 'vitest';
import { Job } from '@reeve/kinds/batch/v1';
import type { JobSpec } from '@reeve/kinds/batch/v1';
import { conditionsOf, exit, jobs, pi, theJob } from './job-world.ts';

/** Runs a Job with one rule until its pod has ended. */
const afterEnd = (
  rule: NonNullable<JobSpec['podFailurePolicy']>['rules'][number],
  code: number,
  check: (world: Parameters<typeof theJob>[0]) => Promise<void>,
): Promise<void> =>
  jobs(async (world) => {
    await world.cluster.client.create(Job, pi({ podFailurePolicy: { rules: [rule] }, backoffLimit: 5 }));
    await world.settles();
    const [pod] = await world.pods();
    if (pod) await exit(world, pod, code, { type: 'DisruptionTarget', status: 'True' });
    await world.settles();
    await check(world);
  });

test('a rule of a failure policy with NotIn fails the Job for an exit code that is not among its values', async () => {
  const rule = { action: 'FailJob' as const, onExitCodes: { operator: 'NotIn' as const, values: [42] } };
  await afterEnd(rule, 7, async (world) => {
    expect(await conditionsOf(world)).toContain('Failed True PodFailurePolicy');
  });
  await afterEnd(rule, 42, async (world) => {
    expect(await conditionsOf(world)).toEqual([]);
  });
});

test('a rule of a failure policy for a condition with the status False does not match one with the status True', async () => {
  const rule = {
    action: 'Ignore' as const,
    onPodConditions: [{ type: 'DisruptionTarget' as const, status: 'False' as const }],
  };
  await afterEnd(rule, 1, async (world) => {
    expect((await theJob(world)).status?.failed).toBe(1);
  });
});

test('the pods of a Job that fail again and again are replaced after ten minutes at most', async () => {
  await jobs(async (world) => {
    await world.cluster.client.create(Job, pi({ backoffLimit: 20 }));
    await world.settles();
    for (let failures = 1; failures <= 8; failures += 1) {
      const pod = (await world.pods()).find(({ status }) => status?.phase === 'Pending');
      if (pod === undefined) throw new Error(`there is no pod after ${failures - 1} failures`);
      await exit(world, pod, 1);
      await world.host.sleep(601_000);
      await world.settles();
    }
    expect((await theJob(world)).status).toMatchObject({ failed: 8, active: 1 });
  });
});
