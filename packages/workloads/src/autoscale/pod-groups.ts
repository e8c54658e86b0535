/**
 * Which pods count when an autoscaler looks at samples: those that are ready, those that are not yet, those without a sample; those on their way out do not.
 * Upstream: kubernetes pkg/controller/podautoscaler groupPods.
 */
import { deletionStarted, nameOf, parseQuantity, parseTime } from '@reeve/machinery';
import { phaseOf, podCondition } from '../pod/pod-state.ts';
import type { ReadPod } from '../pod/pod-state.ts';
import type { PodSample } from './metrics-source.ts';

/** Pods in groups, and the samples that count, in thousandths by the names of their pods. */
export interface PodGroups {
  readonly ready: number;
  readonly unready: readonly string[];
  readonly missing: readonly string[];
  readonly samples: ReadonlyMap<string, number>;
}

/** How long a pod may take to warm up its processors, and how soon it is first said whether it is ready. */
const initializationMs = 300_000;
const initialReadinessMs = 30_000;
const defaultWindowMs = 60_000;

/** Puts pods into their groups. Only processors are busy with something else while a pod starts. */
export function groupPods(
  pods: readonly ReadPod[],
  all: readonly PodSample[],
  resource: string,
  nowMs: number,
): PodGroups {
  const byPod = new Map(all.map((sample) => [sample.pod, sample]));
  const counted = pods.filter((pod) => !deletionStarted(pod) && phaseOf(pod) !== 'Failed');
  const isUnready = (pod: ReadPod): boolean => {
    if (phaseOf(pod) === 'Pending') return true;
    const sample = byPod.get(nameOf(pod) ?? '');
    return sample !== undefined && resource === 'cpu' && isWarmingUp(pod, sample, nowMs);
  };
  const unready = counted.filter(isUnready).map(namedOf);
  const missing = counted.map(namedOf).filter((name) => !unready.includes(name) && !byPod.has(name));
  const gone = new Set(pods.filter((pod) => !counted.includes(pod)).map(namedOf));
  const samples = all.filter(({ pod }) => !gone.has(pod) && !unready.includes(pod));
  return {
    ready: counted.length - unready.length - missing.length,
    unready,
    missing,
    samples: new Map(samples.map(({ pod, value }) => [pod, Number(parseQuantity(value).milliValue())])),
  };
}

const namedOf = (pod: ReadPod): string => nameOf(pod) ?? '';

function isWarmingUp(
  pod: ReadPod,
  { timeMs = Infinity, windowMs = defaultWindowMs }: PodSample,
  nowMs: number,
): boolean {
  const ready = podCondition(pod, 'Ready');
  const startMs = parseTime(pod.status?.startTime);
  if (ready === undefined || startMs === undefined) return true;
  const changedMs = parseTime(ready.lastTransitionTime) ?? 0;
  if (startMs + initializationMs > nowMs) return ready.status === 'False' || timeMs < changedMs + windowMs;
  return ready.status === 'False' && startMs + initialReadinessMs > changedMs;
}
