import { expect, test } from 'vitest';
import { CronJob, Job } from '@reeve/kinds/batch/v1';
import type { CronJobSpec } from '@reeve/kinds/batch/v1';
import { formatTime, VirtualHost } from '@reeve/machinery';
import { TestCluster } from '@reeve/testing';
import { cronJobController } from '@reeve/workloads';
import { inCluster } from '../pod/cluster-of.ts';
import type { World } from '../pod/cluster-of.ts';

const cronJobs = (run: (world: World) => Promise<void>): Promise<void> =>
  inCluster((host) => [cronJobController({ host })], run);

const tick = (spec: Partial<CronJobSpec> = {}): CronJob =>
  CronJob.of({
    metadata: { name: 'tick', namespace: 'default' },
    spec: {
      schedule: '*/10 * * * *',
      jobTemplate: {
        metadata: { labels: { app: 'tick' } },
        spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox' }] } } },
      },
      ...spec,
    },
  });

const minute = 60_000;
const theCronJob = ({ cluster }: World): Promise<CronJob> => cluster.client.get(CronJob, 'default/tick');
const jobsIn = async ({ cluster }: Pick<World, 'cluster'>): Promise<Job[]> =>
  (await cluster.client.list(Job, { namespace: 'default' })).items;

/** Ends a Job as its controller would. */
async function end(
  { cluster, host }: Pick<World, 'cluster' | 'host'>,
  job: Job,
  type: 'Complete' | 'Failed',
): Promise<void> {
  const now = formatTime(host.clock.now());
  const interim = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
  const conditions = [interim, type].map((each) => ({
    type: each,
    status: 'True',
    lastProbeTime: now,
    lastTransitionTime: now,
  }));
  const startTime = job.metadata.creationTimestamp ?? now;
  const status = { startTime, conditions, ...(type === 'Complete' && { completionTime: now, succeeded: 1 }) };
  await cluster.client.updateStatus(Job, { ...job, status });
}

test('a Job begins when it is due, named after its minute', async () => {
  await cronJobs(async (world) => {
    await world.cluster.client.create(CronJob, tick());
    await world.settles();
    expect(await jobsIn(world)).toEqual([]);
    await world.host.sleep(10 * minute + 1000);
    const [job] = await jobsIn(world);
    const due = Math.floor(world.host.clock.now() / (10 * minute)) * 10 * minute;
    expect(job?.metadata).toMatchObject({
      name: `tick-${due / minute}`,
      labels: { app: 'tick' },
      annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': formatTime(due) },
      ownerReferences: [{ kind: 'CronJob', name: 'tick', controller: true }],
    });
    const { status } = await theCronJob(world);
    expect(status).toEqual({
      lastScheduleTime: formatTime(due),
      active: [expect.objectContaining({ kind: 'Job', name: job?.metadata.name, uid: job?.metadata.uid })],
    });
    if (job) await end(world, job, 'Complete');
    await world.settles();
    const { status: after } = await theCronJob(world);
    expect(after).toEqual({
      lastScheduleTime: formatTime(due),
      lastSuccessfulTime: formatTime(world.host.clock.now()),
    });
    expect(await world.said('CronJob', 'tick')).toEqual([
      `SuccessfulCreate: Created job tick-${due / minute}`,
      `SawCompletedJob: Saw completed job: tick-${due / minute}, condition: Complete`,
    ]);
  });
}, 20_000);

test('the walls of the zone decide when a run is due, and the Job says so', async () => {
  await cronJobs(async (world) => {
    await world.cluster.client.create(CronJob, tick({ schedule: '30 9 * * *', timeZone: 'Asia/Kolkata' }));
    await world.host.sleep(241 * minute);
    const [job] = await jobsIn(world);
    expect(job?.metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp']).toMatch(/T09:30:00\+05:30$/);
    expect((await theCronJob(world)).status?.lastScheduleTime).toMatch(/T04:00:00Z$/);
  });
});

test.each([
  ['Allow', 3, 3],
  ['Forbid', 1, 1],
  ['Replace', 1, 1],
] as const)('of Jobs that do not end, %s leaves %i', async (concurrencyPolicy, left, active) => {
  await cronJobs(async (world) => {
    await world.cluster.client.create(CronJob, tick({ concurrencyPolicy }));
    await world.host.sleep(31 * minute);
    const jobs = await jobsIn(world);
    expect(jobs).toHaveLength(left);
    expect((await theCronJob(world)).status?.active).toHaveLength(active);
    const [latest] = jobs.map(({ metadata }) => Number(metadata.name?.slice(5))).toSorted((one, other) => other - one);
    const runs = Math.floor(world.host.clock.now() / (10 * minute)) * 10;
    expect(latest).toBe(concurrencyPolicy === 'Forbid' ? runs - 20 : runs);
    const told = (await world.said('CronJob', 'tick')).includes(
      'JobAlreadyActive: Not starting job because prior execution is running and concurrency policy is Forbid',
    );
    expect(told).toBe(concurrencyPolicy === 'Forbid');
  });
});

test('the histories keep the latest Jobs that succeeded and that failed', async () => {
  await cronJobs(async (world) => {
    await world.cluster.client.create(CronJob, tick({ successfulJobsHistoryLimit: 2, failedJobsHistoryLimit: 1 }));
    const names: string[] = [];
    await world.host.sleep(minute);
    for (let run = 0; run < 6; run += 1) {
      await world.host.sleep(10 * minute);
      const job = (await jobsIn(world)).find(({ status }) => status?.conditions === undefined);
      if (job) await end(world, job, run % 2 === 0 ? 'Complete' : 'Failed');
      names.push(job?.metadata.name ?? '');
      await world.settles();
    }
    const left = (await jobsIn(world)).map(({ metadata }) => metadata.name);
    expect(new Set(left)).toEqual(new Set([names[2], names[4], names[5]]));
  });
});

test('a CronJob that is suspended begins nothing, and then only the last run that it missed', async () => {
  await cronJobs(async (world) => {
    const { client } = world.cluster;
    await client.create(CronJob, tick({ suspend: true, schedule: '* * * * *' }));
    await world.host.sleep(120 * minute);
    expect(await jobsIn(world)).toEqual([]);
    const cronJob = await theCronJob(world);
    await client.update(CronJob, { ...cronJob, spec: { ...cronJob.spec, suspend: false } });
    await world.settles();
    const [job, ...others] = await jobsIn(world);
    expect(others).toEqual([]);
    expect(Number(job?.metadata.name?.slice(5))).toBe(Math.floor(world.host.clock.now() / minute));
    expect(await world.said('CronJob', 'tick')).toContain(
      'TooManyMissedTimes: too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
    );
  });
});

test('a run that is too late is left out', async () => {
  await cronJobs(async (world) => {
    const { client } = world.cluster;
    await client.create(CronJob, tick({ suspend: true, startingDeadlineSeconds: 60 }));
    await world.host.sleep(15 * minute);
    const cronJob = await theCronJob(world);
    await client.update(CronJob, { ...cronJob, spec: { ...cronJob.spec, suspend: false } });
    await world.settles();
    expect(await jobsIn(world)).toEqual([]);
    await world.host.sleep(6 * minute);
    expect(await jobsIn(world)).toHaveLength(1);
  });
});

test('a Job that goes missing is no longer active', async () => {
  await cronJobs(async (world) => {
    await world.cluster.client.create(CronJob, tick());
    await world.host.sleep(11 * minute);
    const [job] = await jobsIn(world);
    if (job) await world.cluster.client.delete(Job, job);
    await world.settles();
    expect((await theCronJob(world)).status?.active).toBeUndefined();
    expect((await jobsIn(world)).length).toBe(0);
    expect(await world.said('CronJob', 'tick')).toContain(
      `MissingJob: Active job went missing: ${job?.metadata.name ?? ''}`,
    );
  });
});

test('each of six hours has had its Job', async () => {
  const host = new VirtualHost({ seed: 1, start: Date.UTC(2026, 2, 1, 0, 30) });
  await using cluster = await TestCluster.start({
    host,
    controllers: [cronJobController({ host })],
    manager: { undeclaredRequests: 'allow' },
  });
  await cluster.run(async () => {
    await cluster.client.create(CronJob, tick({ schedule: '@hourly', successfulJobsHistoryLimit: 1 }));
    const names = new Set<string>();
    for (let hour = 0; hour < 6; hour += 1) {
      await host.sleep(60 * minute);
      for (const job of await jobsIn({ cluster })) {
        if (job.status?.conditions === undefined) await end({ cluster, host }, job, 'Complete');
        names.add(job.metadata.name ?? '');
      }
    }
    expect(names.size).toBe(6);
  });
}, 20_000);
