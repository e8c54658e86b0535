/**
 * Keeps the status of PodDisruptionBudgets, by which the server allows and refuses evictions.
 * Upstream: kubernetes pkg/controller/disruption.
 */
import { Deployment, ReplicaSet, StatefulSet } from '@reeve/kinds/apps/v1';
import { Pod, ReplicationController } from '@reeve/kinds/core/v1';
import { PodDisruptionBudget } from '@reeve/kinds/policy/v1';
import { deletionStarted, labelSelectorToQuery, namespaceOf } from '@reeve/machinery';
import { defineController, watch } from '@reeve/runtime';
import type { ControllerDefinition, ReconcileContext, ReconcileResult } from '@reeve/runtime';
import { goSelector } from '../autoscale/go-selector.ts';
import { KnownSelectors } from '../pod/known-selectors.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import { withStatus } from '../pod/with-status.ts';
import { workloadOptions } from '../pod/workload-options.ts';
import type { WorkloadOptions } from '../pod/workload-options.ts';
import { budgetStatus, failedStatus, needsScale } from './budget-status.ts';
import type { ReadBudget } from './budget-status.ts';
import { expectedScale } from './expected-scale.ts';
import type { ExpectedScale } from './expected-scale.ts';

type Context = ReconcileContext<typeof PodDisruptionBudget>;

/** The controller of PodDisruptionBudgets. */
export function disruptionController(options: WorkloadOptions = {}): ControllerDefinition<typeof PodDisruptionBudget> {
  const { host, maxConcurrent } = workloadOptions(options);
  const known = new KnownSelectors();
  const unseen = (): [] => [];
  return defineController({
    name: 'disruption-controller',
    for: PodDisruptionBudget,
    watches: [
      watch(Pod, (pod) => known.selecting(pod)),
      // Those who own pods are read, and their pods tell when something changes.
      ...[ReplicaSet, Deployment, StatefulSet, ReplicationController].map((kind) => watch(kind, unseen)),
    ],
    maxConcurrent,
    events: 'core',
    toleratedRepeats: Infinity, // pods that get ready one by one are no loop
    async reconcile(budget, ctx) {
      known.set(ctx.key, budget.spec?.selector);
      return deletionStarted(budget) ? undefined : await keepBudget(budget, ctx, host.clock.now());
    },
    gone(key) {
      known.delete(key);
    },
  });
}

async function keepBudget(budget: ReadBudget, ctx: Context, nowMs: number): Promise<ReconcileResult | undefined> {
  const pods = await podsOf(budget, ctx);
  if (pods.length === 0) ctx.event({ reason: 'NoPods', message: 'No matching pods found' });
  const { count, unmanaged, problem } = await expectedOf(budget, pods, ctx);
  if (problem !== undefined) return await fail(budget, ctx, problem, nowMs);
  if (unmanaged.length > 0) ctx.event({ type: 'Warning', reason: 'UnmanagedPods', message: unmanagedMessage(budget) });
  const { status, recheckMs, notDeleted } = budgetStatus(budget, pods, count, nowMs);
  for (const pod of notDeleted) ctx.log.warn('a pod that was evicted is still there', { pod: pod.metadata.name });
  await ctx.updateStatus(PodDisruptionBudget, withStatus(budget, status));
  return recheckMs === undefined ? undefined : { requeueAfterMs: recheckMs };
}

/** A budget without a selector is about no pods; an empty one about all. */
async function podsOf({ spec, metadata }: ReadBudget, ctx: Context): Promise<readonly ReadPod[]> {
  if (spec?.selector === undefined) return [];
  return await ctx.list(Pod, {
    namespace: namespaceOf({ metadata }) ?? '',
    labels: labelSelectorToQuery(spec.selector),
  });
}

async function expectedOf(budget: ReadBudget, pods: readonly ReadPod[], ctx: Context): Promise<ExpectedScale> {
  return needsScale(budget) ? await expectedScale(ctx, pods) : { count: pods.length, unmanaged: [] };
}

/** Nothing may go while nobody knows how many there should be. */
async function fail(budget: ReadBudget, ctx: Context, problem: string, nowMs: number): Promise<undefined> {
  const message = `Failed to calculate the number of expected pods: ${problem}`;
  ctx.event({ type: 'Warning', reason: 'CalculateExpectedPodCountFailed', message });
  await ctx.updateStatus(PodDisruptionBudget, withStatus(budget, failedStatus(budget, problem, nowMs)));
}

const unmanagedMessage = ({ spec }: ReadBudget): string =>
  `Pods selected by this PodDisruptionBudget (selector: ${goSelector(spec?.selector)}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, ` +
  'which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.';
