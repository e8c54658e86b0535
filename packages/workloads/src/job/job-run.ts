/**
 * One run for one Job that has not ended: look, decide, start or remove pods, and keep the books. What fails half-way is found as it is by the next run.
 * Upstream: kubernetes pkg/controller/job syncJob.
 */
import { Job } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { deletionStarted, formatTime, uidOf } from '@reeve/machinery';
import type { DeepWritable, Host } from '@reeve/machinery';
import type { ReconcileContext, ReconcileResult } from '@reeve/runtime';
import { claimObjects } from '../pod/claim-objects.ts';
import { deletePod, isNamespaceTerminating } from '../pod/pod-control.ts';
import { isPodReady } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { slowStart } from '../pod/slow-start.ts';
import type { UnconfirmedPods } from '../pod/unconfirmed-pods.ts';
import { withStatus } from '../pod/with-status.ts';
import type { FailureBackoff } from './failure-backoff.ts';
import { takeCensus } from './job-census.ts';
import type { JobCensus } from './job-census.ts';
import { withJobCondition } from './job-conditions.ts';
import { finished, openLedger, settle } from './job-ledger.ts';
import type { ReadStatus } from './job-ledger.ts';
import { podOfJob } from './job-pod.ts';
import { isSuspended, isTracked, trackingFinalizer } from './job-state.ts';
import type { ReadJob } from './job-state.ts';
import { completion, untilDeadlineMs, verdictOn } from './job-verdict.ts';
import type { Verdict } from './job-verdict.ts';
import { letGo, tryToLetGo } from './let-go.ts';
import { planPods } from './pod-plan.ts';

/** What a run works with. */
export interface JobRunOptions {
  readonly ctx: ReconcileContext<typeof Job>;
  readonly host: Host;
  readonly backoff: FailureBackoff;
  readonly unconfirmed: UnconfirmedPods;
}

/** What came of starting and removing pods. */
interface Managed {
  readonly active: number;
  readonly ready: number;
  readonly terminating: number;
  readonly waitMs?: number;
  readonly failure?: { readonly error: unknown } | undefined;
}

/** One run. */
export class JobRun {
  readonly #job: ReadJob;
  readonly #ctx: ReconcileContext<typeof Job>;
  readonly #host: Host;
  readonly #backoff: FailureBackoff;
  readonly #unconfirmed: UnconfirmedPods;
  readonly #nowMs: number;

  constructor(job: ReadJob, { ctx, host, backoff, unconfirmed }: JobRunOptions) {
    this.#job = job;
    this.#ctx = ctx;
    this.#host = host;
    this.#backoff = backoff;
    this.#unconfirmed = unconfirmed;
    this.#nowMs = host.clock.now();
  }

  async reconcile(): Promise<ReconcileResult | undefined> {
    const job = this.#started(this.#job);
    const census = takeCensus(job, await this.#claim());
    const record = this.#backoff.look(job, census.ended, census.everEnded);
    const decided = verdictOn(census, this.#nowMs);
    const managed = await this.#manage(census, decided, () => planPods(census, record, this.#nowMs));
    const { verdict, status } = this.#conclude(census, decided, managed);
    await this.#keepBooks(census, status, verdict, () => this.#backoff.note(job, record));
    if (managed.failure !== undefined) throw managed.failure.error;
    return nextLook([
      managed.waitMs,
      verdict === undefined ? untilDeadlineMs({ ...job, status }, this.#nowMs) : undefined,
    ]);
  }

  /** A Job begins when it is first seen and not suspended. */
  #started(job: ReadJob): ReadJob {
    const { status = {} } = job;
    if (status.startTime !== undefined || isSuspended(job)) return withStatus(job, status);
    return withStatus(job, { ...status, startTime: formatTime(this.#nowMs) });
  }

  /** Its pods; those that it adopts are held until they are counted, as those that it makes. One that was made without an answer counts as well. */
  async #claim(): Promise<readonly ReadPod[]> {
    const { spec } = this.#job;
    const claim = { ownerKind: Job, owner: this.#job, kind: Pod, selector: spec.selector };
    const claimed = await claimObjects(this.#ctx, { ...claim, finalizer: trackingFinalizer });
    return [...claimed, ...(await this.#unconfirmed.unseen(this.#ctx, this.#job, claimed))];
  }

  async #manage(
    census: JobCensus,
    verdict: Verdict | undefined,
    planned: () => ReturnType<typeof planPods>,
  ): Promise<Managed> {
    const { active, ready, terminating, job } = census;
    const counts = { active: active.length, ready, terminating };
    if (verdict !== undefined) return await this.#remove(counts, active, (pod) => deletePod(this.#ctx, pod));
    if (deletionStarted(job)) return counts;
    const plan = planned();
    switch (plan.type) {
      case 'nothing':
        return counts;
      case 'wait':
        return { ...counts, waitMs: plan.delayMs };
      case 'remove':
        return await this.#remove(counts, plan.pods, (pod) => this.#dismiss(pod));
      case 'create':
        return await this.#create(counts, census, plan.indexes);
    }
  }

  async #create(counts: Managed, census: JobCensus, indexes: readonly (number | undefined)[]): Promise<Managed> {
    const { random } = this.#host;
    const wanted = indexes.map((index) => podOfJob(census, index, random));
    const { done, failure } = await slowStart(wanted, (pod) => this.#unconfirmed.create(this.#ctx, pod));
    const isOver = failure !== undefined && isNamespaceTerminating(failure.error);
    return { ...counts, active: counts.active + done.length, failure: isOver ? undefined : failure };
  }

  async #remove(counts: Managed, pods: readonly ReadPod[], how: (pod: ReadPod) => Promise<void>): Promise<Managed> {
    const results = await Promise.allSettled(pods.map(how));
    const gone = pods.filter((_, at) => results[at]?.status === 'fulfilled');
    const failed = results.find((result) => result.status === 'rejected');
    return {
      active: counts.active - gone.length,
      ready: counts.ready - gone.filter(isPodReady).length,
      terminating: counts.terminating + gone.length,
      failure: failed && { error: failed.reason as unknown },
    };
  }

  /** Takes a pod away that is to count for nothing. */
  async #dismiss(pod: ReadPod): Promise<void> {
    if (isTracked(pod)) await letGo(this.#ctx, [pod]);
    await deletePod(this.#ctx, pod);
  }

  /** The verdict, where it can be said yet, and the status with the counts of this run. */
  #conclude(
    census: JobCensus,
    decided: Verdict | undefined,
    { active, ready, terminating, failure }: Managed,
  ): { verdict: Verdict | undefined; status: ReadStatus } {
    const status: ReadStatus = { ...census.job.status, active, ready, terminating };
    if (decided !== undefined) return { verdict: failure === undefined ? decided : undefined, status };
    const verdict = completion(census, active);
    const isLive = verdict === undefined && !deletionStarted(census.job);
    return { verdict, status: isLive ? this.#withSuspension(census.job, status) : status };
  }

  #withSuspension(job: ReadJob, status: ReadStatus): ReadStatus {
    const word = isSuspended(job) ? 'Suspended' : 'Resumed';
    const said = { reason: `Job${word}`, message: `Job ${word.toLowerCase()}` };
    const before = status.conditions ?? [];
    const is = isSuspended(job) ? 'True' : 'False';
    const conditions = withJobCondition(before, { type: 'Suspended', status: is, ...said }, this.#nowMs);
    if (conditions === before) return status;
    this.#ctx.event({ reason: word, message: said.message });
    const { startTime: _then, ...rest } = status;
    return { ...rest, conditions, ...(isSuspended(job) ? {} : { startTime: formatTime(this.#nowMs) }) };
  }

  /** Lists who has ended, lets them go, counts them, and ends the Job where that is all. */
  async #keepBooks(
    census: JobCensus,
    before: ReadStatus,
    verdict: Verdict | undefined,
    onListed: () => void,
  ): Promise<void> {
    const ledger = openLedger(census, before, verdict, this.#nowMs);
    const listed = await this.#write(this.#job, ledger.status);
    onListed();
    const { held: failed, failure } = await tryToLetGo(this.#ctx, ledger.released);
    const released = new Set(ledger.released.map((pod) => uidOf(pod) ?? ''));
    const tracked = census.pods.filter(isTracked).map((pod) => uidOf(pod) ?? '');
    const held = new Set(tracked.filter((uid) => !released.has(uid) || failed.has(uid)));
    const settled = settle(ledger.status, held);
    const end =
      verdict && !ledger.isFull && failure === undefined ? finished(settled, verdict, this.#nowMs) : undefined;
    await this.#write(listed, end ?? settled);
    if (failure !== undefined) throw failure.error;
    if (verdict !== undefined && end !== undefined) this.#tellEnd(verdict, end);
  }

  async #write(job: ReadJob, status: ReadStatus): Promise<ReadJob> {
    const next = withStatus(job, status) as DeepWritable<ReadJob>; // written, and never changed
    return await this.#ctx.updateStatus(Job, next);
  }

  #tellEnd({ isSuccess, reason, message }: Verdict, { succeeded = 0 }: ReadStatus): void {
    if (!isSuccess) return this.#ctx.event({ type: 'Warning', reason, message });
    if (succeeded > (this.#job.spec.completions ?? Infinity)) {
      const tooMany = 'Too many succeeded pods running after completion count reached';
      this.#ctx.event({ type: 'Warning', reason: 'TooManySucceededPods', message: tooMany });
    }
    this.#ctx.event({ reason: 'Completed', message: 'Job completed' });
  }
}

function nextLook(waits: readonly (number | undefined)[]): ReconcileResult | undefined {
  const known = waits.filter((wait) => wait !== undefined);
  return known.length === 0 ? undefined : { requeueAfterMs: Math.max(1, Math.min(...known)) };
}
