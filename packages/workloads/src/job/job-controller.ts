/**
 * Runs the pods of a Job until enough have succeeded or too many have failed, counts each of them exactly once, and deletes the Job when its time is over.
 * Pods that nobody counts any more, because their Job is gone or over, are let go.
 * Upstream: kubernetes pkg/controller/job, pkg/controller/ttlafterfinished.
 */
import { Job } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { controllerOf, finalizersOf, keyOf, labelOf, parseKey } from '@reeve/machinery';
import { changed, defineController, or, watch } from '@reeve/runtime';
import type { ControllerDefinition, ReconcileContext, ReconcileResult } from '@reeve/runtime';
import { controlledBy, controllerIndex } from '../pod/controlled.ts';
import { countsAnew } from '../pod/counts-anew.ts';
import { KnownSelectors } from '../pod/known-selectors.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { UnconfirmedPods } from '../pod/unconfirmed-pods.ts';
import { workloadOptions } from '../pod/workload-options.ts';
import type { WorkloadOptions } from '../pod/workload-options.ts';
import { FailureBackoff } from './failure-backoff.ts';
import { JobRun } from './job-run.ts';
import { finishOf, isManagedElsewhere, isTracked, jobNameLabel } from './job-state.ts';
import type { ReadJob } from './job-state.ts';
import { untilExpiryMs } from './job-ttl.ts';
import { letGo } from './let-go.ts';

/** The controller of Jobs. */
export function jobController(options: WorkloadOptions = {}): ControllerDefinition<typeof Job> {
  const { host, maxConcurrent } = workloadOptions(options);
  const backoff = new FailureBackoff();
  const known = new KnownSelectors();
  const unconfirmed = new UnconfirmedPods();
  return defineController({
    name: 'job-controller',
    for: Job,
    owns: [{ kind: Pod, predicates: [or(countsAnew, changed('finalizers', finalizersOf))] }], // who takes a finalizer off takes the pod out of the count
    watches: [watch(Pod, (pod) => (controllerOf(pod) === undefined ? known.selecting(pod) : []))],
    indexes: [controllerIndex(Pod)],
    maxConcurrent,
    events: 'core',
    toleratedRepeats: Infinity, // counts that go up one by one are no loop
    async reconcile(job, ctx) {
      if (isManagedElsewhere(job)) return;
      if (finishOf(job) === undefined) {
        known.set(ctx.key, job.spec.selector);
        return await new JobRun(job, { ctx, host, backoff, unconfirmed }).reconcile();
      }
      known.delete(ctx.key);
      backoff.forget(ctx.key);
      unconfirmed.forget(ctx.key);
      return await afterTheEnd(job, ctx, host.clock.now());
    },
    async gone(key, ctx) {
      known.delete(key);
      backoff.forget(key);
      unconfirmed.forget(key);
      await letGo(ctx, await leftBehind(key, ctx));
    },
  });
}

async function afterTheEnd(
  job: ReadJob,
  ctx: ReconcileContext<typeof Job>,
  nowMs: number,
): Promise<ReconcileResult | undefined> {
  await letGo(ctx, (await controlledBy(ctx, Pod, job)).filter(isTracked));
  const expiryMs = untilExpiryMs(job, nowMs);
  if (expiryMs === undefined || expiryMs > 0) return expiryMs === undefined ? undefined : { requeueAfterMs: expiryMs };
  await ctx.delete(Job, job, { propagation: 'Foreground' });
  return undefined;
}

/** Pods of a Job that is gone, by their owner or, where it was taken off them, by their labels. */
async function leftBehind(key: string, ctx: Pick<ReconcileContext, 'list'>): Promise<readonly ReadPod[]> {
  const { namespace = '', name } = parseKey(key);
  const pods = await ctx.list(Pod, { namespace });
  return pods.filter((pod) => {
    const owner = controllerOf(pod);
    const isIts =
      owner === undefined ? labelOf(pod, jobNameLabel) === name : owner.kind === 'Job' && owner.name === name;
    return isIts && isTracked(pod) && keyOf(pod) !== key;
  });
}
