import { describe, expect, test } from 'vitest';
import type { ReplicaSet } from '@reeve/kinds/apps/v1';
import { isScaled, scalePlan } from '@reeve/workloads';
import type { RevisionedSets } from '@reeve/workloads';
import { template, web } from './web.ts';

interface SetSketch {
  readonly size: number;
  readonly desired?: number;
  readonly max?: number;
  readonly available?: number;
}

const set = (name: string, { size, desired, max, available = size }: SetSketch): ReplicaSet => ({
  metadata: {
    name,
    uid: name,
    creationTimestamp: `2026-01-01T00:00:0${name}Z`,
    annotations: {
      ...(desired !== undefined && { 'deployment.kubernetes.io/desired-replicas': String(desired) }),
      ...(max !== undefined && { 'deployment.kubernetes.io/max-replicas': String(max) }),
    },
  },
  spec: { replicas: size, selector: {}, template: template(name) },
  status: { replicas: size, availableReplicas: available },
});

/** Sets from old to new; the last is the current one. */
function setsOf(...sketches: readonly SetSketch[]): RevisionedSets {
  const sets = sketches.map((sketch, at) => set(String(at), sketch));
  return { current: sets.at(-1), old: sets.slice(0, -1) };
}

const rolling = (replicas: number, maxSurge: number) =>
  web(replicas, { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable: 0 } } });

const sizes = (replicas: number, maxSurge: number, sets: RevisionedSets): Record<string, number> =>
  Object.fromEntries(
    scalePlan(rolling(replicas, maxSurge), sets).map((move) => [move.set.metadata.name, move.replicas]),
  );

describe('a deployment counts as scaled', () => {
  test('when a set with pods was made for another size', () => {
    expect(isScaled(rolling(5, 0), setsOf({ size: 3, desired: 3 }))).toBe(true);
    expect(isScaled(rolling(3, 0), setsOf({ size: 3, desired: 3 }))).toBe(false);
  });

  test('not by sets that have no pods, or do not say for what size they were made', () => {
    expect(isScaled(rolling(5, 0), setsOf({ size: 0, desired: 3 }, { size: 5, desired: 5 }))).toBe(false);
    expect(isScaled(rolling(5, 0), setsOf({ size: 3 }))).toBe(false);
  });
});

describe('scaling', () => {
  const cases: Record<string, readonly [number, number, RevisionedSets, Record<string, number>]> = {
    'gives all to the only set that has pods': [7, 2, setsOf({ size: 0 }, { size: 3 }), { 1: 7 }],
    'gives all to the newest set when none has pods': [4, 0, setsOf({ size: 0 }, { size: 0 }), { 1: 4 }],
    'leaves a set that is large enough': [3, 1, setsOf({ size: 3 }), {}],
    'takes from old sets what they still have when the new one serves alone': [
      4,
      1,
      setsOf({ size: 2 }, { size: 4, desired: 4 }),
      { 0: 0 },
    ],
    'grows all in proportion, the largest getting what is left': [
      15,
      3,
      setsOf({ size: 8, max: 13 }, { size: 5, max: 13, available: 0 }),
      { 0: 11, 1: 7 },
    ],
    'shrinks all in proportion': [
      5,
      3,
      setsOf({ size: 8, max: 13 }, { size: 5, max: 13, available: 0 }),
      { 0: 5, 1: 3 },
    ],
    'lets the newer of equal sets grow first': [
      4,
      0,
      setsOf({ size: 1, max: 2 }, { size: 1, max: 2, available: 0 }),
      { 0: 2, 1: 2 },
    ],
    'gives what rounding leaves to the first set in the order of growing': [
      10,
      0,
      setsOf({ size: 3, max: 9 }, { size: 3, max: 9 }, { size: 3, max: 9, available: 0 }),
      { 0: 3, 1: 3, 2: 4 },
    ],
    'takes everything when nothing is wanted': [
      0,
      2,
      setsOf({ size: 3, max: 7 }, { size: 4, max: 7, available: 1 }),
      { 0: 0, 1: 0 },
    ],
  };
  for (const [title, [replicas, surge, sets, expected]] of Object.entries(cases)) {
    test(title, () => {
      expect(sizes(replicas, surge, sets)).toEqual(expected);
    });
  }
});
