import { expect, test } from 'vitest';
import type { HorizontalPodAutoscaler, HorizontalPodAutoscalerBehavior } from '@reeve/kinds/autoscaling/v2';
import { limitReplicas, ScalingHistory } from '@reeve/workloads';

const autoscaler = (behavior?: HorizontalPodAutoscalerBehavior): HorizontalPodAutoscaler => ({
  metadata: { name: 'web' },
  spec: {
    scaleTargetRef: { kind: 'Deployment', name: 'web' },
    minReplicas: 2,
    maxReplicas: 20,
    ...(behavior && { behavior }),
  },
});

const slow: HorizontalPodAutoscalerBehavior = {
  scaleUp: { stabilizationWindowSeconds: 60, policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }] },
  scaleDown: {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Min',
    policies: [
      { type: 'Percent', value: 50, periodSeconds: 60 },
      { type: 'Pods', value: 1, periodSeconds: 60 },
    ],
  },
};

test.each([
  ['within bounds', undefined, 5, 8, 8, 'DesiredWithinRange'],
  ['at most twice as many', undefined, 5, 15, 10, 'ScaleUpLimit'],
  ['four at least', undefined, 1, 9, 4, 'ScaleUpLimit'],
  ['no more than the most', undefined, 15, 25, 20, 'TooManyReplicas'],
  ['two more a minute', slow, 5, 9, 7, 'ScaleUpLimit'],
  ['one less a minute', slow, 8, 2, 7, 'ScaleDownLimit'],
  ['no less than the least', slow, 3, 1, 2, 'TooFewReplicas'],
] as const)('%s', (_name, behavior, current, desired, replicas, reason) => {
  const history = new ScalingHistory(desired, 0);
  const limited = limitReplicas(autoscaler(behavior), { current, desired }, history, 1000);
  expect(limited.replicas).toBe(replicas);
  expect(limited.limited).toMatchObject({ reason, status: replicas === desired ? 'False' : 'True' });
});

test('what was added in a period counts towards what may be added in it', () => {
  const history = new ScalingHistory(9, 0);
  const step = (current: number, nowMs: number): number => {
    const { replicas } = limitReplicas(autoscaler(slow), { current, desired: 9 }, history, nowMs);
    history.rescaled(replicas - current, nowMs);
    return replicas;
  };
  expect([step(5, 1000), step(7, 31_000), step(7, 62_000)]).toEqual([7, 7, 9]);
});

test('a window makes the number go up only by what was recommended throughout', () => {
  const history = new ScalingHistory(5, 0);
  const look = (nowMs: number): string =>
    limitReplicas(autoscaler(slow), { current: 5, desired: 7 }, history, nowMs).able.reason;
  expect([look(1000), look(59_000), look(61_000)]).toEqual([
    'ScaleUpStabilized',
    'ScaleUpStabilized',
    'ReadyForNewScale',
  ]);
});
