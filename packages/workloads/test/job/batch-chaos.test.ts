import { beforeAll, expect, test } from 'vitest';
import { Job } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { annotationOf, formatTime, isAlreadyExists, parseTime } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import { calmState, runChaos } from '@reeve/testing';
import type { AnyController, ChaosScenario, ChaosState } from '@reeve/testing';
import { jobController } from '@reeve/workloads';

const made =
  (job: Job): ChaosScenario['steps'][number] =>
  async (client, signal) => {
    try {
      return await client.create(Job, job, { signal });
    } catch (error) {
      return isAlreadyExists(error) ? undefined : Promise.reject(error);
    }
  };

/** Ends each pod a second after it was made, as it says that it will. */
const ending = (host: Host): AnyController =>
  defineController({
    for: Pod,
    async reconcile(pod, ctx) {
      if (pod.status?.phase !== 'Pending') return undefined;
      const waitMs = (parseTime(pod.metadata.creationTimestamp) ?? 0) + 1000 - host.clock.now();
      if (waitMs > 0) return { requeueAfterMs: waitMs };
      const exitCode = Number(annotationOf(pod, 'exit-code') ?? 0);
      const terminated = { exitCode, finishedAt: formatTime(host.clock.now()) };
      const container = {
        name: 'main',
        image: 'work',
        imageID: '',
        ready: false,
        restartCount: 0,
        state: { terminated },
      };
      const phase = exitCode === 0 ? 'Succeeded' : 'Failed';
      await ctx.updateStatus(Pod, { ...pod, status: { ...pod.status, phase, containerStatuses: [container] } });
      return undefined;
    },
  });

const work = (name: string, spec: Partial<Job['spec']>, exitCode: number): Job =>
  Job.of({
    metadata: { name, namespace: 'default' },
    spec: {
      template: {
        metadata: { annotations: { 'exit-code': `${exitCode}` } },
        spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'work' }] },
      },
      ...spec,
    },
  });

const times = ['startTime', 'completionTime'].map((field) => `status.${field}`);
const conditionTimes = [0, 1].flatMap((at) =>
  ['lastProbeTime', 'lastTransitionTime'].map((field) => `status.conditions[${at}].${field}`),
);

/** Jobs that end well and badly; each of their pods is counted once, whoever dies when. */
const batch: ChaosScenario = {
  resources: [],
  controllers: (host): readonly AnyController[] => [jobController({ host }), ending(host)],
  steps: [
    made(work('well', { completions: 6, parallelism: 3 }, 0)),
    made(work('badly', { backoffLimit: 1 }, 1)),
    made(work('by-index', { completions: 5, parallelism: 5, completionMode: 'Indexed' }, 0)),
  ],
  kinds: [Job],
  ignorePaths: [...times, ...conditionTimes, 'spec.selector', 'spec.template.metadata.labels', 'metadata.labels'],
};

let right: ChaosState;
beforeAll(async () => {
  right = await calmState(batch);
}, 60_000);

test('when nothing goes wrong, Jobs end as they should', () => {
  const statusOf = (name: string): unknown => (right.get(`Job default/${name}`) as Job | undefined)?.status;
  expect(statusOf('well')).toMatchObject({ succeeded: 6 });
  expect(statusOf('badly')).toMatchObject({ failed: 2 });
  expect(statusOf('by-index')).toMatchObject({ completedIndexes: '0-4' });
});

test.each([1, 2])(
  'Jobs end the same whatever goes wrong: seed %i',
  async (seed) => {
    const { problems } = await runChaos(batch, { seed }, right);
    expect(problems).toEqual([]);
  },
  60_000,
);
