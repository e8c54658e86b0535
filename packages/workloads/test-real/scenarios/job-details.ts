/**
 * Jobs in more detail: failures that are tried again, pods that are taken away, limits and selectors; and CronJobs whose time comes.
 */
import { CronJob, Job } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { findCondition, nodeHost } from '@reeve/machinery';
import type { Scenarios, ScenarioSide } from '../scenario-side.ts';

const work = (spec: object = {}, run: object = {}, restartPolicy = 'Never'): object => ({
  spec: {
    template: {
      metadata: { annotations: { 'reeve.dev/run': JSON.stringify({ exitAfter: '0s', ...run }) } },
      spec: { restartPolicy, terminationGracePeriodSeconds: 1, containers: [{ name: 'main', image: 'work:1' }] },
    },
    ...spec,
  },
});

const forever = { exitAfter: 'never' };

const holds = (side: ScenarioSide, type: string): Promise<Job> =>
  side.until(Job, 'work', ({ status }) => findCondition(status?.conditions, type)?.status === 'True');

const active = (side: ScenarioSide, count: number): Promise<Job> =>
  side.until(
    Job,
    'work',
    ({ status }) => (status?.active ?? 0) === count && status?.ready === count && status.terminating === 0,
  );

/** Far enough from the next full minute that both sides see the same one. */
async function clearOfTheMinute(side: ScenarioSide): Promise<void> {
  const { clock } = nodeHost();
  const intoMs = clock.now() % 60_000;
  if (intoMs > 45_000) await nodeHost().sleep(61_000 - intoMs, side.signal);
}

export const jobDetailScenarios: Scenarios = {
  'try again after a failure, and give up': async (side) => {
    await side.create(Job, 'work', work({ backoffLimit: 1 }, { exitCode: 1 }));
    await holds(side, 'Failed');
  },
  'restart containers in place until there were too many': async (side) => {
    await side.create(Job, 'work', work({ backoffLimit: 1 }, { exitCode: 1 }, 'OnFailure'));
    await holds(side, 'Failed');
    await side.untilAll(Pod, (pods) => pods.length === 0);
  },
  'replace a pod that somebody deletes': async (side) => {
    await side.create(Job, 'work', work({}, forever));
    await active(side, 1);
    const [pod] = await side.pods();
    await side.delete(Pod, pod?.metadata.name ?? '');
    await side.until(Job, 'work', ({ status }) => status?.failed === 1 && status.ready === 1);
    await side.untilAll(Pod, (pods) => pods.length === 1);
  },
  'replace a pod only when it has ended': async (side) => {
    await side.create(Job, 'work', work({ podReplacementPolicy: 'Failed' }, forever));
    await active(side, 1);
    const [pod] = await side.pods();
    await side.delete(Pod, pod?.metadata.name ?? '');
    await side.until(Job, 'work', ({ status }) => (status?.failed ?? 0) + (status?.succeeded ?? 0) === 1);
    await side.gone(Pod, pod?.metadata.name ?? '');
  },
  'have more and fewer pods at a time': async (side) => {
    await side.create(Job, 'work', work({ completions: 9, parallelism: 2 }, forever));
    await active(side, 2);
    await side.patch(Job, 'work', { spec: { parallelism: 4 } });
    await active(side, 4);
    await side.patch(Job, 'work', { spec: { parallelism: 1 } });
    await active(side, 1);
  },
  'lose its pods while it is suspended': async (side) => {
    await side.create(Job, 'work', work({ completions: 2, parallelism: 2 }, forever));
    await active(side, 2);
    await side.patch(Job, 'work', { spec: { suspend: true } });
    await side.until(Job, 'work', ({ status }) => status?.terminating === 0 && (status.active ?? 0) === 0);
    await side.untilAll(Pod, (pods) => pods.length === 0);
  },
  'fail when too many indexes have': async (side) => {
    const spec = {
      completions: 4,
      parallelism: 1,
      completionMode: 'Indexed',
      backoffLimitPerIndex: 0,
      maxFailedIndexes: 1,
    };
    await side.create(Job, 'work', work(spec, { exitCode: 1 }));
    await holds(side, 'Failed');
  },
  'try an index again': async (side) => {
    const spec = { completions: 1, completionMode: 'Indexed', backoffLimitPerIndex: 1 };
    await side.create(Job, 'work', work(spec, { exitCode: 1 }));
    await holds(side, 'Failed');
  },
  'end when the first of a crowd succeeds': async (side) => {
    await side.create(Job, 'work', work({ parallelism: 3 }));
    await holds(side, 'Complete');
  },
  'adopt a pod by a selector of its own': async (side) => {
    const labels = { app: 'mine' };
    const spec = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'work:1' }] };
    const annotations = { 'reeve.dev/run': JSON.stringify(forever) };
    await side.create(Pod, 'stray', { spec }, { labels, annotations });
    await side.untilAll(Pod, ([pod]) => pod?.status?.phase === 'Running');
    const template = { metadata: { labels, annotations }, spec: { ...spec, terminationGracePeriodSeconds: 1 } };
    await side.create(Job, 'work', { spec: { manualSelector: true, selector: { matchLabels: labels }, template } });
    await active(side, 1);
  },
  'leave its pods to themselves': async (side) => {
    await side.create(Job, 'work', work({}, forever));
    await active(side, 1);
    await side.delete(Job, 'work', { propagation: 'Orphan' });
    await side.gone(Job, 'work');
    await side.untilAll(Pod, ([pod]) => pod !== undefined && (pod.metadata.finalizers ?? []).length === 0);
  },
  'be left to somebody else': async (side) => {
    await side.create(Job, 'work', work({ managedBy: 'example.com/somebody' }));
    return (await side.pods()).length;
  },
  'a CronJob begins a Job at its minute': async (side) => {
    await clearOfTheMinute(side);
    const jobTemplate = { metadata: { labels: { made: 'often' }, annotations: { note: 'hello' } }, ...work() };
    await side.create(CronJob, 'often', { spec: { schedule: '* * * * *', timeZone: 'Etc/UTC', jobTemplate } });
    await side.untilAll(Job, ([job]) => findCondition(job?.status?.conditions, 'Complete')?.status === 'True');
    await side.patch(CronJob, 'often', { spec: { suspend: true } });
    await side.until(
      CronJob,
      'often',
      ({ status }) => status?.lastSuccessfulTime !== undefined && status.active === undefined,
    );
  },
  'a CronJob sees a Job that somebody made of it': async (side) => {
    const cronJob = await side.create(CronJob, 'seldom', { spec: { schedule: '0 0 1 1 *', jobTemplate: work() } });
    const { uid = '' } = cronJob.metadata;
    const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'seldom', uid, controller: true };
    await side.create(Job, 'by-hand', work(), { ownerReferences: [owner] });
    await side.until(Job, 'by-hand', ({ status }) => findCondition(status?.conditions, 'Complete')?.status === 'True');
    await side.until(CronJob, 'seldom', ({ status }) => status?.lastSuccessfulTime !== undefined);
  },
};
