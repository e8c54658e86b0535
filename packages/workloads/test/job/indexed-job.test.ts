import { expect, test } from 'vitest';
import { Job } from '@reeve/kinds/batch/v1';
import type { Pod } from '@reeve/kinds/core/v1';
import type { World } from '../pod/cluster-of.ts';
import { activePods, conditionsOf, exit, jobs, pi, theJob } from './job-world.ts';

const annotation = 'batch.kubernetes.io/job-completion-index';
const indexOf = (pod: Pod): number => Number(pod.metadata.annotations?.[annotation]);
const activeIndexes = async (world: World): Promise<number[]> =>
  (await activePods(world)).map(indexOf).toSorted((one, other) => one - other);

/** Ends the active pods of these indexes. */
async function exitIndexes(world: World, indexes: readonly number[], code: number): Promise<void> {
  for (const pod of await activePods(world)) if (indexes.includes(indexOf(pod))) await exit(world, pod, code);
  await world.settles();
}

/** Waits until a pod of an index is there again. */
const comesBack = (world: World, index: number): Promise<boolean> =>
  world.cluster.eventually(async () => (await activeIndexes(world)).includes(index), {
    timeoutMs: 100_000,
    intervalMs: 1000,
  });

test('each pod of an Indexed Job knows its index, and the status says which are done', async () => {
  await jobs(async (world) => {
    await world.cluster.client.create(Job, pi({ completionMode: 'Indexed', completions: 6, parallelism: 4 }));
    await world.settles();
    const pods = await world.pods();
    const second = pods.find((pod) => indexOf(pod) === 1);
    expect(second?.metadata).toMatchObject({ generateName: 'pi-1-', labels: { [annotation]: '1' } });
    expect(second?.spec.hostname).toBe('pi-1');
    expect(second?.spec.containers[0]?.env).toEqual([
      {
        name: 'JOB_COMPLETION_INDEX',
        valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: `metadata.labels['${annotation}']` } },
      },
    ]);
    expect(await activeIndexes(world)).toEqual([0, 1, 2, 3]);
    await exitIndexes(world, [0, 1, 3], 0);
    expect((await theJob(world)).status).toMatchObject({ completedIndexes: '0,1,3', succeeded: 3 });
    expect(await activeIndexes(world)).toEqual([2, 4, 5]);
    await exitIndexes(world, [2, 4, 5], 0);
    expect((await theJob(world)).status).toMatchObject({ completedIndexes: '0-5', succeeded: 6 });
    expect(await conditionsOf(world)).toContain('Complete True CompletionsReached');
  });
}, 20_000);

test('an index fails for itself when it has used up its own limit', async () => {
  await jobs(async (world) => {
    const spec = { completionMode: 'Indexed', completions: 2, parallelism: 2, backoffLimitPerIndex: 1 } as const;
    await world.cluster.client.create(Job, pi(spec));
    await world.settles();
    await exitIndexes(world, [0], 1);
    expect((await theJob(world)).status).toMatchObject({ active: 1, failedIndexes: '' });
    await comesBack(world, 0);
    const again = (await activePods(world)).find((pod) => indexOf(pod) === 0);
    expect(again?.metadata.annotations?.['batch.kubernetes.io/job-index-failure-count']).toBe('1');
    await exitIndexes(world, [0], 1);
    expect((await theJob(world)).status).toMatchObject({ failed: 2, failedIndexes: '0' });
    await exitIndexes(world, [1], 0);
    expect((await theJob(world)).status).toMatchObject({ completedIndexes: '1', failedIndexes: '0' });
    expect(await conditionsOf(world)).toEqual(['FailureTarget True FailedIndexes', 'Failed True FailedIndexes']);
  });
});

test('a Job with too many failed indexes fails at once', async () => {
  await jobs(async (world) => {
    const spec = { completionMode: 'Indexed', completions: 5, parallelism: 5, backoffLimitPerIndex: 0 } as const;
    await world.cluster.client.create(Job, pi({ ...spec, maxFailedIndexes: 1 }));
    await world.settles();
    await exitIndexes(world, [1, 3], 1);
    expect((await theJob(world)).status).toMatchObject({ failedIndexes: '1,3', failed: 5 });
    expect(await conditionsOf(world)).toContain('Failed True MaxFailedIndexesExceeded');
  });
});

test('a rule of a success policy ends a Job before all of its indexes are done', async () => {
  await jobs(async (world) => {
    const spec = { completionMode: 'Indexed', completions: 5, parallelism: 5 } as const;
    await world.cluster.client.create(
      Job,
      pi({
        ...spec,
        successPolicy: { rules: [{ succeededIndexes: '0' }, { succeededIndexes: '2-4', succeededCount: 2 }] },
      }),
    );
    await world.settles();
    await exitIndexes(world, [2], 0);
    expect(await conditionsOf(world)).toEqual([]);
    await exitIndexes(world, [4], 0);
    const { status } = await theJob(world);
    expect(status).toMatchObject({ completedIndexes: '2,4', succeeded: 2 });
    expect(status?.failed).toBeUndefined();
    expect(status?.conditions?.at(-1)).toMatchObject({
      type: 'Complete',
      reason: 'SuccessPolicy',
      message: 'Matched rules at index 1',
    });
  });
});
