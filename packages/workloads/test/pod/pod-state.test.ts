import { describe, expect, test } from 'vitest';
import { Pod } from '@reeve/kinds/core/v1';
import { formatTime } from '@reeve/machinery';
import {
  isPodActive,
  isPodAvailable,
  isPodReady,
  isPodRunningAndReady,
  isPodTerminal,
  isPodTerminating,
  nextAvailableMs,
  phaseOf,
} from '@reeve/workloads';

const now = Date.parse('2026-01-01T01:00:00Z');

const pod = (status: Pod['status'], metadata: Pod['metadata'] = {}): Pod =>
  Pod.of({ metadata: { name: 'a', ...metadata }, spec: { containers: [] }, ...(status && { status }) });

const ready = (secondsAgo?: number, status = 'True'): Pod =>
  pod({
    phase: 'Running',
    conditions: [
      {
        type: 'Ready',
        status,
        ...(secondsAgo !== undefined && { lastTransitionTime: formatTime(now - secondsAgo * 1000) }),
      },
    ],
  });

test('a pod that nobody has looked at is pending and active', () => {
  const fresh = pod(undefined);
  expect([phaseOf(fresh), isPodActive(fresh), isPodReady(fresh)]).toEqual(['Pending', true, false]);
});

test.each([
  ['Pending', false],
  ['Running', false],
  ['Unknown', false],
  ['Succeeded', true],
  ['Failed', true],
] as const)('a pod that is %s has ended: %s', (phase, hasEnded) => {
  expect(isPodTerminal(pod({ phase }))).toBe(hasEnded);
  expect(isPodActive(pod({ phase }))).toBe(!hasEnded);
  const leaving = pod({ phase }, { deletionTimestamp: formatTime(now) });
  expect(isPodActive(leaving)).toBe(false);
  expect(isPodTerminating(leaving)).toBe(!hasEnded);
});

test('only a running pod is running and ready', () => {
  expect(isPodRunningAndReady(ready(1))).toBe(true);
  expect(isPodRunningAndReady(ready(1, 'False'))).toBe(false);
  expect(isPodRunningAndReady({ ...ready(1), status: { ...ready(1).status, phase: 'Pending' } })).toBe(false);
});

describe('a pod is available', () => {
  const cases: readonly (readonly [string, Pod, number, boolean])[] = [
    ['at once where no time is asked for', ready(0), 0, true],
    ['also when it does not say since when, where no time is asked for', ready(), 0, true],
    ['not when it is not ready', ready(100, 'False'), 0, false],
    ['not before its time', ready(9), 10, false],
    ['the moment its time has come', ready(10), 10, true],
    ['not when it does not say since when', ready(), 10, false],
  ];
  for (const [title, one, minReadySeconds, isAvailable] of cases) {
    test(title, () => {
      expect(isPodAvailable(one, minReadySeconds, now)).toBe(isAvailable);
    });
  }
});

test('the next look is when the first of those that wait is available', () => {
  expect(nextAvailableMs([ready(4), ready(7), ready(20), ready(1, 'False'), ready()], 10, now)).toBe(3000);
  expect(nextAvailableMs([ready(20)], 10, now)).toBeUndefined();
});
