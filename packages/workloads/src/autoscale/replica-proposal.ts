/**
 * From what is measured to how many replicas there should be. Amounts are in thousandths. Nothing is read or written here.
 * Upstream: kubernetes pkg/controller/podautoscaler ReplicaCalculator.
 */
import { MetricProblem } from './metric-problem.ts';
import type { PodGroups } from './pod-groups.ts';

/** How far from its target a metric may be, as a part of it. */
export interface Tolerances {
  readonly up: number;
  readonly down: number;
}

/** How many replicas, and what was found. */
export interface Proposal {
  readonly replicas: number;
  /** The average per pod, or the value of an object. */
  readonly usage: number;
  /** In percent of what pods ask for. */
  readonly utilization?: number;
}

/** So that pods use a part, in percent, of what they ask for. */
export function forUtilization(
  groups: PodGroups,
  { requests, target, current, tolerances }: ForPods & { readonly requests: ReadonlyMap<string, number> },
): Proposal {
  const measure = (samples: ReadonlyMap<string, number>): Measured => utilizationOf(samples, requests, target);
  const first = measure(samplesOf(groups));
  const fallback = Math.max(100, target);
  const filler = (pod: string): number => Math.floor(((requests.get(pod) ?? 0) * fallback) / 100);
  const replicas = settled(groups, { first, measure, filler, current, tolerances });
  return { replicas, usage: first.usage, utilization: first.utilization ?? 0 };
}

/** So that each pod has so much on average. */
export function forAverage(groups: PodGroups, { target, current, tolerances }: ForPods): Proposal {
  const measure = (samples: ReadonlyMap<string, number>): Measured => {
    const usage = Math.trunc(sumOf(samples.values()) / samples.size);
    return { usage, ratio: usage / target };
  };
  const first = measure(samplesOf(groups));
  return {
    replicas: settled(groups, { first, measure, filler: () => target, current, tolerances }),
    usage: first.usage,
  };
}

/** So that a value that all replicas share comes to its target. From nothing, the ratio itself is the number. */
export function forValue(
  value: number,
  { target, current, tolerances, ready }: ForPods & { readonly ready: () => number },
): Proposal {
  const ratio = value / target;
  if (current === 0) return { replicas: Math.ceil(ratio), usage: value };
  if (isWithin(tolerances, ratio)) return { replicas: current, usage: value };
  return { replicas: Math.min(mostReplicas, Math.ceil(ratio * ready())), usage: value };
}

/** So that a value that is dealt out to all replicas gives each its target. */
export function forShare(value: number, { target, current, tolerances }: ForPods): Proposal {
  const isFine = isWithin(tolerances, value / (target * current));
  const replicas = isFine ? current : Math.min(mostReplicas, Math.ceil(value / target));
  return { replicas, usage: current === 0 ? 0 : Math.ceil(value / current) };
}

interface ForPods {
  readonly target: number;
  readonly current: number;
  readonly tolerances: Tolerances;
}

interface Measured {
  readonly usage: number;
  readonly ratio: number;
  readonly utilization?: number;
}

const mostReplicas = 2 ** 31 - 1;

const isWithin = ({ up, down }: Tolerances, ratio: number): boolean => 1 - down <= ratio && ratio <= 1 + up;

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

function samplesOf({ samples }: PodGroups): ReadonlyMap<string, number> {
  if (samples.size > 0) return samples;
  throw new MetricProblem('did not receive metrics for targeted pods (pods might be unready)');
}

function utilizationOf(
  samples: ReadonlyMap<string, number>,
  requests: ReadonlyMap<string, number>,
  target: number,
): Measured {
  const known = [...samples].filter(([pod]) => requests.has(pod));
  const [used, asked] = [sumOf(known.map(([, value]) => value)), sumOf(known.map(([pod]) => requests.get(pod) ?? 0))];
  if (asked === 0) throw new MetricProblem('no metrics returned matched known pods');
  const utilization = Math.trunc((used * 100) / asked);
  return { utilization, ratio: utilization / target, usage: Math.trunc(used / known.length) };
}

interface Settling {
  readonly first: Measured;
  readonly measure: (samples: ReadonlyMap<string, number>) => Measured;
  /** What a pod without a sample is taken to use, so that it does not speak for fewer. */
  readonly filler: (pod: string) => number;
  readonly current: number;
  readonly tolerances: Tolerances;
}

/** Pods that say nothing speak against a change: on the way up they use nothing, on the way down as much as they may. */
function settled(groups: PodGroups, { first, measure, filler, current, tolerances }: Settling): number {
  const { ready, unready, missing, samples } = groups;
  const isUp = first.ratio > 1;
  const silent = isUp ? unready : [];
  if (silent.length === 0 && missing.length === 0) {
    return isWithin(tolerances, first.ratio) ? current : Math.ceil(first.ratio * ready);
  }
  const fillers = first.ratio === 1 ? [] : missing.map((pod) => [pod, isUp ? 0 : filler(pod)] as const);
  const all = new Map([...samples, ...fillers, ...silent.map((pod) => [pod, 0] as const)]);
  const { ratio } = measure(all);
  if (isWithin(tolerances, ratio) || (ratio > 1 && first.ratio < 1) || (ratio < 1 && first.ratio > 1)) return current;
  const replicas = Math.ceil(ratio * all.size);
  return (ratio < 1 && replicas > current) || (ratio > 1 && replicas < current) ? current : replicas;
}
