/**
 * Where an autoscaler takes its numbers from. A test or a program gives functions; what it does not give is asked of the server, as far as that serves metrics.
 * Upstream: kubernetes pkg/controller/podautoscaler/metrics.
 */
import type { CrossVersionObjectReference } from '@reeve/kinds/autoscaling/v2';
import type { DeepReadonly, LabelQuery } from '@reeve/machinery';

/** An amount: `250m`, `1.5Gi`, or a plain number. */
export type Amount = string | number;

/** What a pod uses, or says of itself. */
export interface PodSample {
  readonly pod: string;
  readonly value: Amount;
  /** When it was measured, in milliseconds since 1970; now unless given. */
  readonly timeMs?: number;
  /** Over how long; a minute unless given. */
  readonly windowMs?: number;
}

/** What is asked about the pods behind a selector. */
export interface PodsQuery {
  readonly namespace: string;
  readonly selector: LabelQuery;
}

/** What is asked about a metric by name. */
export interface MetricQuery {
  readonly namespace: string;
  readonly metric: string;
  readonly metricSelector: LabelQuery;
}

/** Numbers for autoscalers. What throws is a metric that cannot be had, with the message of the error. */
export interface MetricsSource {
  /** How much of a resource each pod uses, in all or in one container. */
  resource?(query: PodsQuery & { readonly resource: string; readonly container?: string }): Samples;
  /** A metric of each pod. */
  pods?(query: PodsQuery & MetricQuery): Samples;
  /** A metric of one object. */
  object?(
    query: MetricQuery & { readonly object: DeepReadonly<CrossVersionObjectReference> },
  ): Amount | Promise<Amount>;
  /** A metric of something outside the cluster: one number per series. */
  external?(query: MetricQuery): readonly Amount[] | Promise<readonly Amount[]>;
}

/** Samples, now or in a while. */
export type Samples = readonly PodSample[] | Promise<readonly PodSample[]>;
