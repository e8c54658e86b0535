/**
 * Begins the Jobs of CronJobs when they are due, and forgets the oldest that have ended. A timer waits for the next run: nothing polls.
 * Upstream: kubernetes pkg/controller/cronjob.
 */
import { CronJob, Job } from '@reeve/kinds/batch/v1';
import {
  formatTime,
  isAlreadyExists,
  isControlledBy,
  keyOf,
  nameOf,
  objectKey,
  referenceTo,
  uidOf,
} from '@reeve/machinery';
import type { DeepReadonly, Host } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import type { ControllerDefinition, ReconcileContext, ReconcileResult } from '@reeve/runtime';
import type { ReadJob } from '../job/job-state.ts';
import { controlledBy, controllerIndex } from '../pod/controlled.ts';
import { isNamespaceTerminating, messageOf } from '../pod/pod-control.ts';
import { withStatus } from '../pod/with-status.ts';
import { workloadOptions } from '../pod/workload-options.ts';
import type { WorkloadOptions } from '../pod/workload-options.ts';
import { updateBooks, withActive } from './cron-job-books.ts';
import type { ReadStatus } from './cron-job-books.ts';
import type { ReadCronJob } from './due-run.ts';
import { jobEnds } from './job-ends.ts';
import { jobsToForget } from './job-history.ts';
import { jobOfRun } from './job-of-run.ts';
import { KnownSchedules } from './known-schedules.ts';
import { decideStart, untilNextLookMs } from './start-decision.ts';

/** The controller of CronJobs. */
export function cronJobController(options: WorkloadOptions = {}): ControllerDefinition<typeof CronJob> {
  const { host, maxConcurrent } = workloadOptions(options);
  const schedules = new KnownSchedules();
  return defineController({
    name: 'cronjob-controller',
    for: CronJob,
    owns: [{ kind: Job, predicates: [jobEnds] }],
    indexes: [controllerIndex(Job)],
    maxConcurrent,
    wakesItself: false, // a run decides by what it writes, and its timer waits for the next
    events: 'core',
    toleratedRepeats: Infinity, // a run every second is what some ask for
    reconcile: (cronJob, ctx) => new CronJobRun(cronJob, { ctx, host, schedules }).reconcile(),
  });
}

interface RunOptions {
  readonly ctx: ReconcileContext<typeof CronJob>;
  readonly host: Host;
  readonly schedules: KnownSchedules;
}

/** One run of the controller for one CronJob. */
class CronJobRun {
  readonly #cronJob: ReadCronJob;
  readonly #ctx: ReconcileContext<typeof CronJob>;
  readonly #schedules: KnownSchedules;
  readonly #nowMs: number;

  constructor(cronJob: ReadCronJob, { ctx, host, schedules }: RunOptions) {
    this.#cronJob = cronJob;
    this.#ctx = ctx;
    this.#schedules = schedules;
    this.#nowMs = host.clock.now();
  }

  async reconcile(): Promise<ReconcileResult | undefined> {
    const jobs = await controlledBy(this.#ctx, Job, this.#cronJob);
    const { status, events } = updateBooks(this.#cronJob, jobs);
    for (const event of events) this.#ctx.event(event);
    for (const job of jobsToForget(this.#cronJob, jobs)) await this.#delete(job);
    const decision = decideStart(this.#cronJob, status, this.#schedules, this.#nowMs);
    for (const event of decision.events) this.#ctx.event(event);
    const { startMs, replaces = false } = decision;
    const after = startMs === undefined ? status : await this.#start(startMs, replaces, status);
    const written = withStatus(this.#cronJob, after);
    await this.#ctx.updateStatus(CronJob, written);
    const waitMs = untilNextLookMs(written, decision, this.#nowMs);
    return waitMs === undefined ? undefined : { requeueAfterMs: waitMs };
  }

  /** Begins a run; what is still active is deleted before where it is to be replaced. */
  async #start(startMs: number, replaces: boolean, status: ReadStatus): Promise<ReadStatus> {
    if (replaces) await this.#replace(status);
    const job = await this.#create(startMs);
    if (job === undefined) return status;
    const others = replaces ? [] : (status.active ?? []);
    const active = others.some(({ uid }) => uid === uidOf(job)) ? others : [...others, referenceTo(job)];
    return { ...withActive(status, active), lastScheduleTime: formatTime(startMs) };
  }

  async #replace({ active = [] }: ReadStatus): Promise<void> {
    for (const { name = '', namespace } of active) {
      const job = await this.#ctx.get(Job, objectKey(namespace, name));
      if (job !== undefined) await this.#delete(job);
    }
  }

  /** The Job of the run; undefined when somebody else has taken its name. One that is ours was made before the status could be written. */
  async #create(startMs: number): Promise<DeepReadonly<Job> | undefined> {
    const wanted = jobOfRun(this.#cronJob, startMs);
    try {
      const job = await this.#ctx.create(Job, wanted);
      this.#ctx.event({ reason: 'SuccessfulCreate', message: `Created job ${nameOf(job) ?? ''}` });
      return job;
    } catch (error) {
      if (!isAlreadyExists(error)) {
        const message = `Error creating job: ${messageOf(error)}`;
        if (!isNamespaceTerminating(error)) this.#ctx.event({ type: 'Warning', reason: 'FailedCreate', message });
        throw error;
      }
      const there = await this.#ctx.client.get(Job, keyOf(wanted), { signal: this.#ctx.signal });
      return isControlledBy(there, this.#cronJob) ? there : undefined;
    }
  }

  async #delete(job: ReadJob): Promise<void> {
    try {
      await this.#ctx.delete(Job, job, { propagation: 'Background' });
    } catch (error) {
      this.#ctx.event({ type: 'Warning', reason: 'FailedDelete', message: `Deleted job: ${messageOf(error)}` });
      throw error;
    }
    this.#ctx.event({ reason: 'SuccessfulDelete', message: `Deleted job ${nameOf(job) ?? ''}` });
  }
}
