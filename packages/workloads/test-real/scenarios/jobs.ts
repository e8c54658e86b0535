/**
 * Jobs and CronJobs: completion, failure, and what is left of them.
 */
import { CronJob, Job } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { findCondition } from '@reeve/machinery';
import type { Scenarios, ScenarioSide } from '../scenario-side.ts';

const template = (run: object = {}, restartPolicy = 'Never'): object => ({
  metadata: { annotations: { 'reeve.dev/run': JSON.stringify({ exitAfter: '0s', ...run }) } },
  spec: { restartPolicy, terminationGracePeriodSeconds: 1, containers: [{ name: 'main', image: 'work:1' }] },
});

const work = (spec: object = {}, run?: object): object => ({ spec: { template: template(run), ...spec } });

const ended = (side: ScenarioSide, type: 'Complete' | 'Failed'): Promise<Job> =>
  side.until(Job, 'work', ({ status }) => findCondition(status?.conditions, type)?.status === 'True');

export const jobScenarios: Scenarios = {
  'complete once': async (side) => {
    await side.create(Job, 'work', work());
    await ended(side, 'Complete');
  },
  'complete several times, some at a time': async (side) => {
    await side.create(Job, 'work', work({ completions: 4, parallelism: 2 }));
    await ended(side, 'Complete');
  },
  'complete by index': async (side) => {
    await side.create(Job, 'work', work({ completions: 3, parallelism: 3, completionMode: 'Indexed' }));
    await ended(side, 'Complete');
  },
  'fail at once': async (side) => {
    await side.create(Job, 'work', work({ backoffLimit: 0 }, { exitCode: 1 }));
    await ended(side, 'Failed');
  },
  'fail by the policy for pods': async (side) => {
    const podFailurePolicy = { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } }] };
    await side.create(Job, 'work', work({ podFailurePolicy }, { exitCode: 42 }));
    await ended(side, 'Failed');
  },
  'fail indexes one by one': async (side) => {
    const spec = { completions: 2, parallelism: 2, completionMode: 'Indexed', backoffLimitPerIndex: 0 };
    await side.create(Job, 'work', work(spec, { exitCode: 1 }));
    await ended(side, 'Failed');
  },
  'succeed by the policy for success': async (side) => {
    const successPolicy = { rules: [{ succeededCount: 1 }] };
    const spec = { completions: 3, parallelism: 1, completionMode: 'Indexed', successPolicy };
    await side.create(Job, 'work', work(spec));
    await ended(side, 'Complete');
  },
  'take too long': async (side) => {
    await side.create(Job, 'work', work({ activeDeadlineSeconds: 1 }, { exitAfter: 'never' }));
    await ended(side, 'Failed');
    await side.untilAll(Pod, (pods) => pods.length === 0);
  },
  'be suspended and go on': async (side) => {
    await side.create(Job, 'work', work({ suspend: true }));
    const held = await side.until(
      Job,
      'work',
      ({ status }) => findCondition(status?.conditions, 'Suspended')?.status === 'True',
    );
    await side.patch(Job, 'work', { spec: { suspend: false } });
    await ended(side, 'Complete');
    return held.status;
  },
  'go some time after the end': async (side) => {
    await side.create(Job, 'work', work({ ttlSecondsAfterFinished: 1 }));
    await side.gone(Job, 'work');
    await side.untilAll(Pod, (pods) => pods.length === 0);
  },
  'leave nothing behind when it is deleted': async (side) => {
    await side.create(Job, 'work', work({ parallelism: 2 }, { exitAfter: 'never' }));
    await side.until(Job, 'work', ({ status }) => status?.active === 2 && status.ready === 2);
    await side.delete(Job, 'work', { propagation: 'Background' });
    await side.gone(Job, 'work');
    await side.untilAll(Pod, (pods) => pods.length === 0);
  },
  'a CronJob that is suspended does nothing': async (side) => {
    await side.create(CronJob, 'often', { spec: { schedule: '* * * * *', suspend: true, jobTemplate: work() } });
    return (await side.list(Job)).length;
  },
};
