import {
  findCondition,
  isConditionFalse,
  isConditionPresentAndEqual,
  isConditionTrue,
  removeCondition,
  setCondition,
} from '@reeve/machinery';
import type { Condition } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const before = '2024-01-01T00:00:00Z';
const now = '2024-02-01T00:00:00Z';

const ready: Condition = Object.freeze({
  type: 'Ready',
  status: 'True',
  observedGeneration: 1,
  lastTransitionTime: before,
  reason: 'Served',
  message: 'all is well',
});
const degraded: Condition = Object.freeze({ ...ready, type: 'Degraded', status: 'False' });
const conditions = Object.freeze([degraded, ready]);

describe('setting', () => {
  test('adds a condition that is new, last, with the time that is now', () => {
    const result = setCondition([degraded], { type: 'Ready', status: 'True', reason: 'Served' }, { now });

    expect(result).toEqual({
      changed: true,
      conditions: [degraded, { type: 'Ready', status: 'True', reason: 'Served', message: '', lastTransitionTime: now }],
    });
  });

  test('starts with the first condition', () => {
    expect(setCondition(undefined, ready, { now })).toEqual({ changed: true, conditions: [ready] });
  });

  test('prefers the time of the caller', () => {
    const { lastTransitionTime: _, ...timeless } = ready;
    const mine = '2024-01-15T00:00:00Z';
    const changed = setCondition(conditions, { ...timeless, status: 'False', lastTransitionTime: mine }, { now });
    const added = setCondition([], { ...timeless, lastTransitionTime: mine }, { now });
    expect(changed.conditions[1]?.lastTransitionTime).toBe(mine);
    expect(added.conditions[0]?.lastTransitionTime).toBe(mine);
  });

  test('moves the time when the status changes, in place', () => {
    const { lastTransitionTime: _, ...timeless } = ready;

    const result = setCondition(conditions, { ...timeless, status: 'Unknown' }, { now });

    expect(result.changed).toBe(true);
    expect(result.conditions).toEqual([degraded, { ...ready, status: 'Unknown', lastTransitionTime: now }]);
  });

  test.each([
    ['reason', { reason: 'Restarted' }],
    ['message', { message: 'nearly' }],
    ['observed generation', { observedGeneration: 2 }],
  ])('keeps the time when only the %s changes', (_, change) => {
    const result = setCondition(conditions, { ...ready, ...change, lastTransitionTime: now }, { now });

    expect(result).toEqual({ changed: true, conditions: [degraded, { ...ready, ...change }] });
  });

  test('takes away an observed generation that is no longer given', () => {
    const { observedGeneration: _, ...unobserved } = ready;

    const result = setCondition(conditions, unobserved, { now });

    expect(result.changed).toBe(true);
    expect(result.conditions[1]).toEqual(unobserved);
  });

  test('says when nothing changes, and a missing generation equals 0', () => {
    expect(setCondition(conditions, ready, { now })).toEqual({ changed: false, conditions: [...conditions] });
    const { observedGeneration: _, ...unobserved } = ready;
    expect(setCondition([unobserved], { ...unobserved, observedGeneration: 0 }, { now })).toEqual({
      changed: false,
      conditions: [unobserved],
    });
  });

  test('hands out conditions that may be written to', () => {
    const [first] = setCondition(conditions, ready, { now }).conditions;
    expect(Object.isFrozen(first)).toBe(false);
    expect(first).not.toBe(degraded);
  });

  test('turns milliseconds into whole seconds of UTC', () => {
    const {
      conditions: [added],
    } = setCondition([], { type: 'Ready', status: 'True', reason: 'A' }, { now: 1_706_745_599_999 });
    expect(added?.lastTransitionTime).toBe('2024-01-31T23:59:59Z');
  });

  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 253_402_300_800_000])('refuses %d as a time', (time) => {
    expect(() => setCondition([], { type: 'Ready', status: 'True', reason: 'A' }, { now: time })).toThrow(
      expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }),
    );
  });
});

test('removing takes the condition out and says whether it was there', () => {
  expect(removeCondition(conditions, 'Ready')).toEqual({ changed: true, conditions: [degraded] });
  expect(removeCondition(conditions, 'Missing')).toEqual({ changed: false, conditions: [...conditions] });
  expect(removeCondition(undefined, 'Ready')).toEqual({ changed: false, conditions: [] });
});

test('a condition is found by its type', () => {
  expect(findCondition(conditions, 'Ready')).toBe(ready);
  expect(findCondition(conditions, 'Missing')).toBeUndefined();
  expect(findCondition(undefined, 'Ready')).toBeUndefined();
});

test('conditions of built-in kinds, which have other fields, are read as well', () => {
  const podConditions = [{ type: 'Ready', status: 'True', lastProbeTime: null }];
  expect(isConditionTrue(podConditions, 'Ready')).toBe(true);
});

test.each([
  ['True', true, false, false],
  ['False', false, true, false],
  ['Unknown', false, false, true],
] as const)('status %s is what it is', (status, isTrue, isFalse, isUnknown) => {
  const one = [{ type: 'Ready', status }];
  expect(isConditionTrue(one, 'Ready')).toBe(isTrue);
  expect(isConditionFalse(one, 'Ready')).toBe(isFalse);
  expect(isConditionPresentAndEqual(one, 'Ready', 'Unknown')).toBe(isUnknown);
});

test('a missing condition is neither true nor false nor unknown', () => {
  for (const none of [undefined, [], conditions]) {
    expect(isConditionTrue(none, 'Missing')).toBe(false);
    expect(isConditionFalse(none, 'Missing')).toBe(false);
    expect(isConditionPresentAndEqual(none, 'Missing', 'Unknown')).toBe(false);
  }
});
