/**
 * Whether a Job is at its end, and why: what was decided before holds; then failures are looked at, and then success.
 * Upstream: kubernetes pkg/controller/job syncJob.
 */
import { parseTime } from '@reeve/machinery';
import type { JobCensus } from './job-census.ts';
import { isPodFailed, isSuspended, trueCondition } from './job-state.ts';
import type { ReadJob } from './job-state.ts';
import { rulingOn } from './pod-failure-policy.ts';
import { metSuccessRule } from './success-policy.ts';

/** The end of a Job, to be said in two conditions: one before its pods are let go, one after. */
export interface Verdict {
  readonly isSuccess: boolean;
  readonly reason: string;
  readonly message: string;
}

/** What ends the Job whatever its active pods may yet do; undefined while it goes on. */
export function verdictOn(census: JobCensus, nowMs: number): Verdict | undefined {
  return (
    decidedBefore(census.job) ?? ruledFailure(census) ?? failureByLimits(census, nowMs) ?? verdictOnIndexes(census)
  );
}

/** The end by itself: enough pods have succeeded, and none is active. */
export function completion({ job: { spec }, succeeded }: JobCensus, active: number): Verdict | undefined {
  const isComplete = spec.completions === undefined ? succeeded > 0 : succeeded >= spec.completions;
  if (!isComplete || active > 0) return undefined;
  return success('CompletionsReached', 'Reached expected number of succeeded pods');
}

/** In how long the Job will have been active for too long; undefined where that does not count. */
export function untilDeadlineMs({ spec, status }: ReadJob, nowMs: number): number | undefined {
  const startMs = parseTime(status?.startTime);
  if (spec.activeDeadlineSeconds === undefined || startMs === undefined || spec.suspend === true) return undefined;
  return startMs + spec.activeDeadlineSeconds * 1000 - nowMs;
}

const success = (reason: string, message: string): Verdict => ({ isSuccess: true, reason, message });
const failure = (reason: string, message: string): Verdict => ({ isSuccess: false, reason, message });

function decidedBefore(job: ReadJob): Verdict | undefined {
  const [met, failed] = [trueCondition(job, 'SuccessCriteriaMet'), trueCondition(job, 'FailureTarget')];
  if (met !== undefined) return success(met.reason ?? '', met.message ?? '');
  return failed && failure(failed.reason ?? '', failed.message ?? '');
}

function ruledFailure({ job, pods }: JobCensus): Verdict | undefined {
  if (job.spec.podFailurePolicy === undefined) return undefined;
  for (const pod of pods) {
    const message = isPodFailed(pod, job) ? rulingOn(pod, job).message : undefined;
    if (message !== undefined) return failure('PodFailurePolicy', message);
  }
  return undefined;
}

function failureByLimits(census: JobCensus, nowMs: number): Verdict | undefined {
  const { job, failed } = census;
  if (failed > (job.spec.backoffLimit ?? 6) || hasRestartedTooOften(census))
    return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  if (!isSuspended(job) && (untilDeadlineMs(job, nowMs) ?? 1) <= 0)
    return failure('DeadlineExceeded', 'Job was active longer than specified deadline');
  return undefined;
}

/** Containers that are started again in place count where they may be. */
function hasRestartedTooOften({ job: { spec }, pods }: JobCensus): boolean {
  if (spec.template.spec?.restartPolicy !== 'OnFailure') return false;
  const running = pods.filter(({ status }) => status?.phase === 'Running' || status?.phase === 'Pending');
  const restarts = running
    .flatMap(({ status }) => [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])])
    .reduce((sum, { restartCount }) => sum + restartCount, 0);
  return restarts > 0 && restarts >= (spec.backoffLimit ?? 6);
}

function verdictOnIndexes({ job, indexes }: JobCensus): Verdict | undefined {
  if (indexes === undefined) return undefined;
  const { failed, succeeded } = indexes;
  const { maxFailedIndexes = Infinity, completions = 0 } = job.spec;
  if (failed !== undefined && failed.size > maxFailedIndexes)
    return failure('MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes');
  if (failed !== undefined && failed.size > 0 && failed.size + succeeded.size >= completions)
    return failure('FailedIndexes', 'Job has failed indexes');
  const met = metSuccessRule(job, succeeded);
  return met === undefined ? undefined : success('SuccessPolicy', met);
}
