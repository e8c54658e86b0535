/**
 * Keeps what metrics ask for within bounds: the least and the most, how fast it may change, and what was recommended lately. Nothing is written here.
 * Upstream: kubernetes pkg/controller/podautoscaler normalizeDesiredReplicas and its kin with behaviors.
 */
import type { HorizontalPodAutoscaler, HPAScalingRules } from '@reeve/kinds/autoscaling/v2';
import type { DeepReadonly } from '@reeve/machinery';
import type { ScalingHistory } from './scaling-history.ts';

/** An autoscaler as it is read. */
export type ReadAutoscaler = DeepReadonly<HorizontalPodAutoscaler>;

/** What a condition says. */
export interface Said {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** The number that is left, and what there is to say of it. */
export interface Limited {
  readonly replicas: number;
  readonly able: Said;
  readonly limited: Said;
}

type Rules = DeepReadonly<HPAScalingRules>;

/** Bounds what is desired, and remembers it as a recommendation. */
export function limitReplicas(
  { spec }: ReadAutoscaler,
  { current, desired }: { readonly current: number; readonly desired: number },
  history: ScalingHistory,
  nowMs: number,
): Limited {
  const { behavior, minReplicas = 1, maxReplicas } = spec;
  const rules = { up: behavior?.scaleUp, down: behavior?.scaleDown };
  const steady = behavior ? stabilized(rules, current, desired, history, nowMs) : heldUp(desired, history, nowMs);
  history.recommended(desired, nowMs);
  const able = steady === desired ? ready : heldBack(behavior !== undefined && desired >= current ? 'Up' : 'Down');
  const bounds = { least: minReplicas, most: maxReplicas };
  const { replicas, reason } = behavior
    ? byRules(rules, { ...bounds, current, desired: steady }, history, nowMs)
    : byFactor({ ...bounds, current, desired: steady });
  return {
    replicas,
    able,
    limited: { status: replicas === steady ? 'False' : 'True', reason, message: words[reason] },
  };
}

const downWindowSeconds = 300;

const ready: Said = { status: 'True', reason: 'ReadyForNewScale', message: 'recommended size matches current size' };

const heldBack = (way: 'Up' | 'Down'): Said => ({
  status: 'True',
  reason: `Scale${way}Stabilized`,
  message:
    way === 'Up'
      ? 'recent recommendations were lower than current one, applying the lowest recent recommendation'
      : 'recent recommendations were higher than current one, applying the highest recent recommendation',
});

const words = {
  ScaleUpLimit: 'the desired replica count is increasing faster than the maximum scale rate',
  ScaleDownLimit: 'the desired replica count is decreasing faster than the maximum scale rate',
  TooManyReplicas: 'the desired replica count is more than the maximum replica count',
  TooFewReplicas: 'the desired replica count is less than the minimum replica count',
  DesiredWithinRange: 'the desired count is within the acceptable range',
} as const;

/** Without a behaviour of its own it goes down only when nothing higher was recommended for a while. */
const heldUp = (desired: number, history: ScalingHistory, nowMs: number): number =>
  Math.max(desired, ...history.since(nowMs - downWindowSeconds * 1000));

interface BothRules {
  readonly up: Rules | undefined;
  readonly down: Rules | undefined;
}

/** Between the lowest recommendation of the one window and the highest of the other. */
function stabilized(
  { up, down }: BothRules,
  current: number,
  desired: number,
  history: ScalingHistory,
  nowMs: number,
): number {
  const upFrom = nowMs - (up?.stabilizationWindowSeconds ?? 0) * 1000;
  const downFrom = nowMs - (down?.stabilizationWindowSeconds ?? downWindowSeconds) * 1000;
  const lowest = Math.min(desired, ...history.since(upFrom + 1));
  const highest = Math.max(desired, ...history.since(downFrom + 1));
  return Math.min(Math.max(current, lowest), highest);
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly current: number;
  readonly desired: number;
}

interface Bounded {
  readonly replicas: number;
  readonly reason: keyof typeof words;
}

/** At most twice as many at a time, and four at least. */
function byFactor({ least, most, current, desired }: Bounds): Bounded {
  if (desired < least) return { replicas: least, reason: 'TooFewReplicas' };
  return atMost(desired, most, Math.max(2 * current, 4));
}

function atMost(desired: number, most: number, rate: number): Bounded {
  const limit = Math.min(most, rate);
  if (desired <= limit) return { replicas: desired, reason: 'DesiredWithinRange' };
  return { replicas: limit, reason: most > rate ? 'ScaleUpLimit' : 'TooManyReplicas' };
}

function byRules({ up, down }: BothRules, bounds: Bounds, history: ScalingHistory, nowMs: number): Bounded {
  const { least, most, current, desired } = bounds;
  if (desired > current)
    return atMost(desired, most, Math.max(current, upLimit(up ?? defaultUp, current, history, nowMs)));
  if (desired === current) return { replicas: desired, reason: 'DesiredWithinRange' };
  const rate = Math.min(current, downLimit(down ?? defaultDown, current, history, nowMs));
  const limit = Math.max(least, rate);
  if (desired >= limit) return { replicas: desired, reason: 'DesiredWithinRange' };
  return { replicas: limit, reason: least < rate ? 'ScaleDownLimit' : 'TooFewReplicas' };
}

const defaultUp: Rules = {
  policies: [
    { type: 'Percent', value: 100, periodSeconds: 15 },
    { type: 'Pods', value: 4, periodSeconds: 15 },
  ],
};
const defaultDown: Rules = { policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] };

/** Up to how many the policies let it grow, counted from where each period began. */
function upLimit(
  { policies = [], selectPolicy }: Rules,
  current: number,
  history: ScalingHistory,
  nowMs: number,
): number {
  if (selectPolicy === 'Disabled') return current;
  const limits = policies.map(({ type, value, periodSeconds }) => {
    const start = current - history.changeSince(nowMs - periodSeconds * 1000);
    return type === 'Pods' ? start + value : Math.ceil(start * (1 + value / 100));
  });
  return selectPolicy === 'Min' ? Math.min(...limits) : Math.max(...limits);
}

/** Down to how many the policies let it shrink. */
function downLimit(
  { policies = [], selectPolicy }: Rules,
  current: number,
  history: ScalingHistory,
  nowMs: number,
): number {
  if (selectPolicy === 'Disabled') return current;
  const limits = policies.map(({ type, value, periodSeconds }) => {
    const start = current - history.changeSince(nowMs - periodSeconds * 1000);
    return type === 'Pods' ? start - value : Math.trunc(start * (1 - value / 100));
  });
  return selectPolicy === 'Min' ? Math.max(...limits) : Math.min(...limits);
}
