/**
 * The status of an autoscaler, as it is worked out step by step.
 * Upstream: kubernetes pkg/controller/podautoscaler setStatus and setCondition.
 */
import type {
  HorizontalPodAutoscalerCondition,
  HorizontalPodAutoscalerStatus,
  MetricStatus,
} from '@reeve/kinds/autoscaling/v2';
import { formatTime } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { ReadAutoscaler, Said } from './scaling-limits.ts';

/** The conditions that an autoscaler has. */
export type AutoscalerCondition = 'AbleToScale' | 'ScaledToZero' | 'ScalingActive' | 'ScalingLimited';

/** A status in the making. */
export class StatusDraft {
  readonly #before: DeepReadonly<HorizontalPodAutoscalerStatus>;
  readonly #generation: number | undefined;
  readonly #nowMs: number;
  #conditions: DeepReadonly<HorizontalPodAutoscalerCondition>[];

  constructor({ metadata, status }: ReadAutoscaler, nowMs: number) {
    this.#before = status ?? { desiredReplicas: 0 };
    this.#conditions = [...(this.#before.conditions ?? [])];
    this.#generation = metadata.generation;
    this.#nowMs = nowMs;
  }

  /** Whether a condition is true. */
  is(type: AutoscalerCondition): boolean {
    return this.#conditions.some((one) => one.type === type && one.status === 'True');
  }

  /** Sets a condition in its place, or last; when it last changed is when its status did. */
  say(type: AutoscalerCondition, { status, reason, message }: Said): void {
    const at = this.#conditions.findIndex((one) => one.type === type);
    const known = this.#conditions[at];
    const isSame = known?.status === status;
    const lastTransitionTime = (isSame ? known.lastTransitionTime : undefined) ?? formatTime(this.#nowMs);
    const condition = { type, status, lastTransitionTime, reason, message };
    this.#conditions = known === undefined ? [...this.#conditions, condition] : this.#conditions.with(at, condition);
  }

  /** The status as it was found, with what was said since. */
  unchanged(): DeepReadonly<HorizontalPodAutoscalerStatus> {
    return { ...this.#before, conditions: this.#conditions };
  }

  /** The status with these numbers; without a desired one it stays as it was. */
  with(
    current: number,
    desired: number | undefined,
    metrics: readonly DeepReadonly<MetricStatus>[] | undefined,
    isRescaled = false,
  ): DeepReadonly<HorizontalPodAutoscalerStatus> {
    const lastScaleTime = isRescaled ? formatTime(this.#nowMs) : this.#before.lastScaleTime;
    return {
      ...(this.#generation !== undefined && { observedGeneration: this.#generation }),
      ...(current > 0 && { currentReplicas: current }),
      desiredReplicas: desired ?? this.#before.desiredReplicas,
      ...(lastScaleTime !== undefined && { lastScaleTime }),
      ...(metrics !== undefined && { currentMetrics: metrics }),
      conditions: this.#conditions,
    };
  }
}
