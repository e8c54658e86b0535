import { describe, expect, test } from 'vitest';
import type { ReplicaSet } from '@reeve/kinds/apps/v1';
import { rollingPlan, scalePlan } from '@reeve/workloads';
import { template, web } from './web.ts';

interface Sketch {
  readonly size: number;
  readonly pods?: number;
  /** Which of its sizes the set has heard of; it has had two. */
  readonly heardOf?: 1 | 2;
}

const set = (name: string, { size, pods = size, heardOf = 2 }: Sketch): ReplicaSet => ({
  metadata: { name, uid: name, creationTimestamp: `2026-01-01T00:00:0${name}Z`, generation: 2 },
  spec: { replicas: size, selector: {}, template: template(name) },
  status: { replicas: pods, availableReplicas: pods, observedGeneration: heardOf },
});

const rolling = (replicas: number, maxSurge: number) =>
  web(replicas, { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable: 1 } } });

const sizesOf = (moves: readonly { readonly set: { readonly metadata: object }; readonly replicas: number }[]) =>
  moves.map(({ set: { metadata }, replicas }) => [(metadata as { name: string }).name, replicas]);

describe('a set that may still make pods of a size that it no longer has', () => {
  const old = set('1', { size: 2, heardOf: 1 });
  const knowing = set('1', { size: 2 });

  test('keeps the new set from growing, until it has heard of its size', () => {
    const current = set('2', { size: 0 });
    expect(sizesOf(rollingPlan(rolling(3, 0), current, [old]))).toEqual([]);
    expect(sizesOf(rollingPlan(rolling(3, 0), current, [knowing]))).toEqual([['2', 1]]);
  });

  test('keeps all from growing when the deployment is scaled', () => {
    const current = set('2', { size: 2 });
    expect(sizesOf(scalePlan(rolling(6, 1), { current, old: [old] }))).toEqual([]);
    expect(sizesOf(scalePlan(rolling(6, 1), { current, old: [knowing] }))).not.toEqual([]);
    const alone = set('2', { size: 2, heardOf: 1 });
    expect(sizesOf(scalePlan(rolling(6, 1), { current: alone, old: [] }))).toEqual([]);
    expect(sizesOf(scalePlan(rolling(6, 1), { current, old: [] }))).toEqual([['2', 6]]);
  });

  test('keeps nothing from shrinking', () => {
    expect(sizesOf(scalePlan(rolling(1, 1), { current: set('2', { size: 2, heardOf: 1 }), old: [] }))).toEqual([
      ['2', 1],
    ]);
  });
});

test('pods that are yet to be deleted take up room when a deployment is scaled', () => {
  const gone = set('1', { size: 0, pods: 3 });
  const current = set('2', { size: 3 });
  expect(sizesOf(scalePlan(rolling(5, 2), { current, old: [gone] }))).toEqual([['2', 4]]);
});
