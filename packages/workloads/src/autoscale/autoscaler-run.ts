/**
 * One look at one autoscaler: how many replicas there are, what the metrics ask for, what may be done, and doing it. What cannot be had is said in conditions.
 * Upstream: kubernetes pkg/controller/podautoscaler reconcileAutoscaler.
 */
import type { Scale } from '@reeve/client';
import { HorizontalPodAutoscaler } from '@reeve/kinds/autoscaling/v2';
import type { MetricStatus } from '@reeve/kinds/autoscaling/v2';
import { namespaceOf, parseQuantity } from '@reeve/machinery';
import type { DeepReadonly, ObjectKey, QuantityValue } from '@reeve/machinery';
import type { ReconcileContext } from '@reeve/runtime';
import type { KnownSelectors } from '../pod/known-selectors.ts';
import { messageOf } from '../pod/pod-control.ts';
import { withStatus } from '../pod/with-status.ts';
import { autoscaledPods } from './autoscaled-pods.ts';
import { StatusDraft } from './autoscaler-status.ts';
import { AutoscalerTarget } from './autoscaler-target.ts';
import type { AutoscalerVoice } from './autoscaler-target.ts';
import { failureReasonOf, proposalOf, wordsFor } from './metric-proposals.ts';
import type { MetricGround, MetricProposal } from './metric-proposals.ts';
import type { MetricsSource } from './metrics-source.ts';
import type { Tolerances } from './replica-proposal.ts';
import { Scales } from './scale-of.ts';
import { ScalingHistory } from './scaling-history.ts';
import { limitReplicas } from './scaling-limits.ts';
import type { ReadAutoscaler, Said } from './scaling-limits.ts';
import { servedSamples } from './served-metrics.ts';

/** What a look needs. */
export interface AutoscalerRunOptions {
  readonly ctx: ReconcileContext<typeof HorizontalPodAutoscaler>;
  readonly metrics: MetricsSource;
  readonly histories: Map<ObjectKey, ScalingHistory>;
  readonly known: KnownSelectors;
  readonly nowMs: number;
}

type Metrics = readonly DeepReadonly<MetricStatus>[];

/** How many replicas to ask for, and why. */
interface Decision {
  readonly replicas: number;
  readonly reason: string;
  readonly metrics?: Metrics;
}

/** A metric that says nothing: the reason word, why, and what it is in words. */
interface Failure {
  readonly reason: string;
  readonly message: string;
  readonly words: string;
}

const scaledToZero: Said = {
  status: 'True',
  reason: 'ScaledToZero',
  message: 'the HPA controller scaled the workload to zero',
};
const notScaledToZero: Said = {
  status: 'False',
  reason: 'NotScaledToZero',
  message: 'the HPA controller did not scale the workload to zero',
};

/** One look. */
export class AutoscalerRun {
  readonly #autoscaler: ReadAutoscaler;
  readonly #options: AutoscalerRunOptions;
  readonly #voice: AutoscalerVoice;
  readonly #target: AutoscalerTarget;

  constructor(autoscaler: ReadAutoscaler, options: AutoscalerRunOptions) {
    const { ctx, nowMs } = options;
    this.#autoscaler = autoscaler;
    this.#options = options;
    this.#voice = { status: new StatusDraft(autoscaler, nowMs), event: (said) => ctx.event(said) };
    this.#target = new AutoscalerTarget(autoscaler, new Scales(ctx.client, ctx.signal), this.#voice);
  }

  async reconcile(): Promise<void> {
    const { status } = this.#voice;
    const scale = await this.#target.get();
    if (scale === undefined) return await this.#write(status.unchanged());
    const current = scale.spec?.replicas ?? 0;
    const history = this.#history(current);
    const isFromZero = current === 0 && this.#mayLeaveZero();
    if (current === 0 && !isFromZero) return await this.#disable();
    const decision = this.#outOfBounds(current) ?? (await this.#byMetrics(scale, current, history));
    if (decision === undefined) return;
    const { replicas, reason, metrics } = isFromZero ? this.#atLeast(decision) : decision;
    if (replicas === current) return await this.#write(status.with(current, current, metrics));
    const isDone = await this.#target.rescale(scale, replicas, reason);
    if (isDone) {
      history.rescaled(replicas - current, this.#options.nowMs);
      status.say('ScaledToZero', replicas === 0 && this.#mayRest() ? scaledToZero : notScaledToZero);
    }
    await this.#write(status.with(current, isDone ? replicas : undefined, metrics, isDone));
  }

  #history(current: number): ScalingHistory {
    const { histories, ctx, nowMs } = this.#options;
    const history = histories.get(ctx.key) ?? new ScalingHistory(current, nowMs);
    histories.set(ctx.key, history);
    return history;
  }

  /** Who scaled it to nothing itself scales it up again: when something outside asks for it, or when it may not stay so. */
  #mayLeaveZero(): boolean {
    const { minReplicas = 1 } = this.#autoscaler.spec;
    return this.#voice.status.is('ScaledToZero') && (minReplicas !== 0 || this.#goesByOthers());
  }

  /** Whether nothing at all may be left: something outside of the pods must say when they are needed again. */
  #mayRest(): boolean {
    return this.#autoscaler.spec.minReplicas === 0 && this.#goesByOthers();
  }

  #goesByOthers(): boolean {
    return (this.#autoscaler.spec.metrics ?? []).some(({ type }) => type === 'Object' || type === 'External');
  }

  /** The least may have been raised since. */
  #atLeast(decision: Decision): Decision {
    const { minReplicas = 1 } = this.#autoscaler.spec;
    if (decision.replicas >= minReplicas) return decision;
    return { ...decision, replicas: minReplicas, reason: 'Current number of replicas below Spec.MinReplicas' };
  }

  /** Somebody has scaled it to nothing: that is meant. */
  async #disable(): Promise<void> {
    const { status } = this.#voice;
    const message = 'scaling is disabled since the replica count of the target is zero';
    status.say('ScalingActive', { status: 'False', reason: 'ScalingDisabled', message });
    await this.#write(status.with(0, 0, undefined));
  }

  #outOfBounds(current: number): Decision | undefined {
    const { minReplicas = 1, maxReplicas } = this.#autoscaler.spec;
    if (current === 0) return undefined;
    if (current > maxReplicas)
      return { replicas: maxReplicas, reason: 'Current number of replicas above Spec.MaxReplicas' };
    if (current < minReplicas)
      return { replicas: minReplicas, reason: 'Current number of replicas below Spec.MinReplicas' };
    return undefined;
  }

  /** What the metric that asks for most asks for, within limits. A metric that says nothing speaks against fewer. */
  async #byMetrics(scale: Scale, current: number, history: ScalingHistory): Promise<Decision | undefined> {
    const ground = await this.#ground(scale, current);
    if (ground === undefined) return await this.#giveUp([], current, undefined);
    const answers = await this.#ask(ground);
    const proposals = answers.filter((answer) => 'replicas' in answer);
    const statuses = answers.map((answer) => ('replicas' in answer ? answer.status : { type: '' }));
    const best = proposals.toSorted((one, other) => other.replicas - one.replicas).at(0);
    const isSure = best !== undefined && (proposals.length === answers.length || best.replicas >= current);
    return isSure ? this.#limit(best, current, history, statuses) : await this.#giveUp(answers, current, statuses);
  }

  #limit(best: MetricProposal, current: number, history: ScalingHistory, metrics: Metrics): Decision {
    const { status } = this.#voice;
    const message = `the HPA was able to successfully calculate a replica count from ${best.name}`;
    status.say('ScalingActive', { status: 'True', reason: 'ValidMetricFound', message });
    const limited = limitReplicas(this.#autoscaler, { current, desired: best.replicas }, history, this.#options.nowMs);
    status.say('AbleToScale', limited.able);
    status.say('ScalingLimited', limited.limited);
    const reason = best.replicas > current ? `${best.name} above target` : 'All metrics below target';
    return { replicas: limited.replicas, reason, metrics };
  }

  /** What each metric asks for, or why it says nothing. */
  async #ask(ground: MetricGround): Promise<readonly (MetricProposal | Failure)[]> {
    const answers: (MetricProposal | Failure)[] = [];
    for (const spec of this.#autoscaler.spec.metrics ?? []) {
      try {
        answers.push(await proposalOf(spec, ground));
      } catch (error) {
        const [reason, message] = [failureReasonOf(spec), messageOf(error)];
        this.#voice.event({ type: 'Warning', reason, message });
        answers.push({ reason, message, words: wordsFor(spec) });
      }
    }
    return answers;
  }

  /** Says the first of the metrics that say nothing, and leaves everything as it is. */
  async #giveUp(
    answers: readonly (MetricProposal | Failure)[],
    current: number,
    metrics: Metrics | undefined,
  ): Promise<undefined> {
    const { status, event } = this.#voice;
    const failures = answers.filter((answer) => 'words' in answer);
    const [first] = failures;
    if (first !== undefined) {
      const message = `the HPA was unable to compute the replica count: ${first.message}`;
      status.say('ScalingActive', { status: 'False', reason: first.reason, message });
      const told = `invalid metrics (${failures.length} invalid out of ${answers.length}), first error is: ${first.words}: ${first.message}`;
      event({ type: 'Warning', reason: 'FailedComputeMetricsReplicas', message: told });
    }
    await this.#write(status.with(current, undefined, metrics));
  }

  /** The pods and all else that metrics are about. */
  async #ground(scale: Scale, current: number): Promise<MetricGround | undefined> {
    const { ctx, known, metrics, nowMs } = this.#options;
    const found = await autoscaledPods(scale.status?.selector ?? '', ctx, known, this.#voice);
    if (found === undefined) return undefined;
    return {
      ...found,
      namespace: namespaceOf(this.#autoscaler) ?? '',
      wanted: current,
      there: scale.status?.replicas ?? 0,
      tolerances: tolerancesOf(this.#autoscaler),
      source: { resource: (query) => servedSamples(ctx.client, query, ctx.signal), ...metrics },
      nowMs,
    };
  }

  async #write(status: ReadAutoscaler['status']): Promise<void> {
    await this.#options.ctx.updateStatus(HorizontalPodAutoscaler, withStatus(this.#autoscaler, status));
  }
}

/** A tenth, unless the behaviour says otherwise. */
function tolerancesOf({ spec: { behavior } }: ReadAutoscaler): Tolerances {
  const of = (value: QuantityValue | undefined): number =>
    value === undefined ? 0.1 : parseQuantity(value).asNumber();
  return { up: of(behavior?.scaleUp?.tolerance), down: of(behavior?.scaleDown?.tolerance) };
}
