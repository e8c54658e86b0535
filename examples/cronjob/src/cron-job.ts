/**
 * The operator of kubebuilder's tutorial, whole: jobs by a schedule, with a limit on how late they may start, what happens when one still runs, and how many
 * finished ones are kept. The kind, its validation, its defaults and its columns follow from the declaration; there is no YAML.
 */
import { z } from 'zod';
import { CronSchedule, defineController, defineResource, Job, k, TerminalError } from 'reeve';
import type { AdmissionContext, CachedObject, ReconcileContext } from 'reeve';

const common = {
  timeZone: z.string().optional(),
  /** How late a run may start; one that is later is left out. */
  startingDeadlineSeconds: z.int().min(0).optional(),
  concurrencyPolicy: z.enum(['Allow', 'Forbid', 'Replace']).default('Allow'),
  suspend: z.boolean().default(false),
  jobTemplate: k.preserveUnknown<Pick<Job, 'metadata' | 'spec'>>(),
  successfulJobsHistoryLimit: z.int().min(0).default(3),
  failedJobsHistoryLimit: z.int().min(0).default(1),
};
const jobStatus = z.object({
  active: z.array(z.string()).optional(),
  lastScheduleTime: k.time().optional(),
  conditions: k.conditions(),
});
const rules = [
  k.rule('self.metadata.name.size() <= 52', { message: 'jobs add 11 characters to the name: at most 52' }),
];
/** A field that is left out is `*`; `word` stands for all of them. */
const parts = z.object({
  word: z.string().optional(),
  minute: z.string().optional(),
  hour: z.string().optional(),
  dayOfMonth: z.string().optional(),
  month: z.string().optional(),
  dayOfWeek: z.string().optional(),
});
type Parts = Readonly<z.output<typeof parts>>;

export const CronJob = defineResource({
  group: 'batch.tutorial.example.com',
  kind: 'CronJob',
  versions: {
    v1: {
      storage: true,
      /** Five fields, or a word such as `@hourly`. */
      spec: z.object({ schedule: z.string().min(1), ...common }),
      status: jobStatus,
      rules,
      columns: { Schedule: '.spec.schedule', Suspend: '.spec.suspend', Last: '.status.lastScheduleTime' },
    },
    v2: {
      spec: z.object({ schedule: parts, ...common }),
      status: jobStatus,
      rules,
      from: (v1) => ({ ...v1, spec: { ...v1.spec, schedule: partsOf(v1.spec.schedule) } }),
      to: (v2) => ({ ...v2, spec: { ...v2.spec, schedule: textOfParts(v2.spec.schedule) } }),
    },
  },
  validate: {
    create: ({ spec }, ctx) => checkSchedule(spec, ctx),
    update: ({ spec }, old, ctx) => {
      if (spec.schedule !== old.spec.schedule || spec.timeZone !== old.spec.timeZone) checkSchedule(spec, ctx);
    },
  },
});

/** Five fields become parts; anything else is one word, such as `@hourly`. */
function partsOf(schedule: string): Parts {
  const fields = schedule.split(' ');
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = fields;
  return fields.length === 5 ? { minute, hour, dayOfMonth, month, dayOfWeek } : { word: schedule };
}

const textOfParts = ({ word, minute, hour, dayOfMonth, month, dayOfWeek }: Parts): string =>
  word ?? [minute, hour, dayOfMonth, month, dayOfWeek].map((field) => field ?? '*').join(' ');

function checkSchedule({ schedule, timeZone }: Scheduled, ctx: AdmissionContext): void {
  try {
    CronSchedule.parse(schedule, timeZone === undefined ? {} : { timeZone });
  } catch (error) {
    ctx.invalid('spec.schedule', schedule, error instanceof Error ? error.message : String(error));
  }
}

interface Scheduled {
  readonly schedule: string;
  readonly timeZone?: string | undefined;
}

type CronJob = CachedObject<typeof CronJob>;
type ReadJob = CachedObject<typeof Job>;
type Context = ReconcileContext<typeof CronJob>;

/** When a job was to run. */
const scheduledAt = 'batch.tutorial.example.com/scheduled-at';
/** So many missed runs mean that a clock is wrong, not that they should be counted. */
const mostMissed = 100;

export const cronJobs = defineController({
  for: CronJob,
  owns: [Job],
  async reconcile(cronJob, ctx) {
    const jobs = await ownJobs(cronJob, ctx);
    await forgetOld(cronJob, jobs, ctx);
    const running = jobs.filter((job) => finishOf(job) === undefined);
    const last = Math.max(...jobs.map(timeOf), timeOfText(cronJob.status?.lastScheduleTime));
    await ctx.status({
      active: running.map(({ metadata }) => metadata.name),
      ...(last > 0 && { lastScheduleTime: textOf(last) }),
    });
    if (cronJob.spec.suspend) return;
    const now = ctx.now();
    const { due, nextMs } = runsOf(cronJob, Math.max(last, timeOfText(cronJob.metadata.creationTimestamp)), now);
    if (due !== undefined) await start(cronJob, due, running, ctx);
    return { requeueAfterMs: nextMs - now };
  },
});

/** The latest run that is due, and when the next one is. */
export function runsOf({ spec }: CronJob, since: number, now: number): { due: number | undefined; nextMs: number } {
  const schedule = scheduleOf(spec);
  const deadlineMs = spec.startingDeadlineSeconds === undefined ? Infinity : spec.startingDeadlineSeconds * 1000;
  let due: number | undefined;
  let next = Number(schedule.next(Math.max(since, now - deadlineMs)));
  for (let missed = 0; next <= now; missed += 1) {
    if (missed === mostMissed)
      throw new TerminalError(
        `more than ${mostMissed} runs were missed: set startingDeadlineSeconds, or look at the clocks`,
      );
    due = next;
    next = Number(schedule.next(next));
  }
  return { due, nextMs: next };
}

function scheduleOf({ schedule, timeZone }: CronJob['spec']): CronSchedule {
  try {
    return CronSchedule.parse(schedule, timeZone === undefined ? {} : { timeZone });
  } catch (cause) {
    throw new TerminalError(`the schedule ${schedule} cannot be read`, { cause });
  }
}

/** Starts a run, unless one that still runs forbids it. */
async function start(cronJob: CronJob, due: number, running: readonly ReadJob[], ctx: Context): Promise<void> {
  const { concurrencyPolicy } = cronJob.spec;
  if (concurrencyPolicy === 'Forbid' && running.length > 0) return;
  if (concurrencyPolicy === 'Replace')
    for (const job of running) await ctx.delete(Job, job, { propagation: 'Background' });
  await ctx.apply(jobFor(cronJob, due));
  ctx.event({ type: 'Normal', reason: 'Started', message: `started the run of ${textOf(due)}` });
}

/** A job whose name says its run, so that one run is never two jobs. */
function jobFor(cronJob: CronJob, due: number): Job {
  const { metadata, spec } = cronJob.spec.jobTemplate as Pick<Job, 'metadata' | 'spec'>; // the server judges it when it is applied
  return Job.of({
    metadata: {
      name: `${cronJob.metadata.name}-${due / 1000}`,
      labels: { ...metadata?.labels },
      annotations: { ...metadata?.annotations, [scheduledAt]: textOf(due) },
    },
    ...(spec && { spec }),
  });
}

async function ownJobs(cronJob: CronJob, ctx: Context): Promise<readonly ReadJob[]> {
  const { namespace, uid } = cronJob.metadata;
  const jobs = await ctx.list(Job, { namespace });
  return jobs.filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid));
}

/** Deletes finished jobs beyond the limits, the oldest first. */
async function forgetOld({ spec }: CronJob, jobs: readonly ReadJob[], ctx: Context): Promise<void> {
  const limits = { Complete: spec.successfulJobsHistoryLimit, Failed: spec.failedJobsHistoryLimit };
  for (const [how, limit] of Object.entries(limits)) {
    const finished = jobs.filter((job) => finishOf(job) === how).toSorted((one, other) => timeOf(other) - timeOf(one));
    for (const job of finished.slice(limit)) await ctx.delete(Job, job, { propagation: 'Background' });
  }
}

/** How a job ended; undefined while it runs. */
const finishOf = ({ status }: ReadJob): string | undefined =>
  status?.conditions?.find(({ type, status: state }) => ['Complete', 'Failed'].includes(type) && state === 'True')
    ?.type;

const timeOf = ({ metadata }: ReadJob): number => timeOfText(metadata.annotations?.[scheduledAt]);
const timeOfText = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text));
const textOf = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
