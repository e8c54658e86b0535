/**
 * Scales what HorizontalPodAutoscalers are for, by what their metrics say: it looks at each every fifteen seconds.
 * Upstream: kubernetes pkg/controller/podautoscaler.
 */
import { HorizontalPodAutoscaler } from '@reeve/kinds/autoscaling/v2';
import { changed, defineController } from '@reeve/runtime';
import type { ControllerDefinition } from '@reeve/runtime';
import type { ObjectKey } from '@reeve/machinery';
import { KnownSelectors } from '../pod/known-selectors.ts';
import { workloadOptions } from '../pod/workload-options.ts';
import type { WorkloadOptions } from '../pod/workload-options.ts';
import { AutoscalerRun } from './autoscaler-run.ts';
import type { MetricsSource } from './metrics-source.ts';
import type { ScalingHistory } from './scaling-history.ts';

/** How the controller is made. */
export interface AutoscalerOptions extends WorkloadOptions {
  /** Where numbers come from; what is left out is asked of the server. */
  readonly metrics?: MetricsSource;
  /** How often each autoscaler is looked at; every fifteen seconds unless given. */
  readonly periodMs?: number;
}

/** The controller of HorizontalPodAutoscalers. */
export function horizontalPodAutoscalerController(
  options: AutoscalerOptions = {},
): ControllerDefinition<typeof HorizontalPodAutoscaler> {
  const { host, maxConcurrent } = workloadOptions(options);
  const { metrics = {}, periodMs = 15_000 } = options;
  const histories = new Map<ObjectKey, ScalingHistory>();
  const known = new KnownSelectors();
  return defineController({
    name: 'horizontal-pod-autoscaler',
    for: HorizontalPodAutoscaler,
    predicates: [changed<HorizontalPodAutoscaler>('spec', ({ spec }) => spec)],
    maxConcurrent,
    events: 'core',
    toleratedRepeats: Infinity, // it is to look again and again
    async reconcile(autoscaler, ctx) {
      await new AutoscalerRun(autoscaler, { ctx, metrics, histories, known, nowMs: host.clock.now() }).reconcile();
      return { requeueAfterMs: periodMs };
    },
    gone(key) {
      histories.delete(key);
      known.delete(key);
    },
  });
}
