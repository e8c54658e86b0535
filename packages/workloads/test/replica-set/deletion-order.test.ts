import { describe, expect, test } from 'vitest';
import { Pod } from '@reeve/kinds/core/v1';
import { formatTime } from '@reeve/machinery';
import { deletionCostAnnotation, podsToDelete } from '@reeve/workloads';

const now = Date.parse('2026-01-02T00:00:00Z');

interface Traits {
  readonly node?: string;
  readonly phase?: 'Pending' | 'Running' | 'Unknown';
  readonly readySecondsAgo?: number;
  readonly cost?: string;
  readonly restarts?: number;
  readonly sidecarRestarts?: number;
  readonly createdSecondsAgo?: number;
}

/** A pod that serves, unless the traits say otherwise. */
function pod(name: string, traits: Traits = {}): Pod {
  const { node = 'n', phase = 'Running', readySecondsAgo = 1000, createdSecondsAgo = 5000, cost } = traits;
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: formatTime(now - readySecondsAgo * 1000) };
  const status = { name: 'c', image: '', imageID: '', ready: true, restartCount: traits.restarts ?? 0 };
  return Pod.of({
    metadata: {
      name,
      uid: name,
      creationTimestamp: formatTime(now - createdSecondsAgo * 1000),
      ...(cost !== undefined && { annotations: { [deletionCostAnnotation]: cost } }),
    },
    spec: {
      nodeName: node,
      containers: [{ name: 'c' }],
      initContainers: [{ name: 's', restartPolicy: 'Always' }],
    },
    status: {
      phase,
      conditions: readySecondsAgo < 0 ? [] : [ready],
      containerStatuses: [status],
      initContainerStatuses: [{ ...status, name: 's', restartCount: traits.sidecarRestarts ?? 0 }],
    },
  });
}

const unready = { readySecondsAgo: -1 };

describe('of two pods, first goes', () => {
  const cases: Record<string, readonly [first: Traits, second: Traits]> = {
    'the one on no node': [{ node: '' }, { ...unready, node: 'n' }],
    'the one that is pending': [
      { phase: 'Pending', cost: '10' },
      { phase: 'Running', ...unready },
    ],
    'the one of which nothing is known, before one that runs': [{ phase: 'Unknown' }, { phase: 'Running', ...unready }],
    'the one that is not ready': [{ ...unready, cost: '10' }, {}],
    'the one that costs less to lose': [{ cost: '-1' }, { readySecondsAgo: 1 }],
    'the one whose cost makes sense and is negative, not the one whose cost does not': [{ cost: '-5' }, { cost: '-x' }],
    'the one that has been ready for less time': [{ readySecondsAgo: 10 }, { readySecondsAgo: 1000, restarts: 9 }],
    'the one whose containers restarted more': [{ restarts: 3 }, { restarts: 1, createdSecondsAgo: 1 }],
    'the one whose sidecars restarted more': [{ sidecarRestarts: 3 }, { createdSecondsAgo: 1 }],
    'the younger': [{ createdSecondsAgo: 10 }, { createdSecondsAgo: 5000 }],
  };
  for (const [title, [first, second]] of Object.entries(cases)) {
    test(title, () => {
      const [one, other] = [pod('b', first), pod('a', second)];
      expect(podsToDelete([one, other], [], 1, now)).toEqual([one]);
      expect(podsToDelete([other, one], [], 1, now)).toEqual([one]);
    });
  }
});

test('a pod goes first where more pods of the same work are on its node', () => {
  const [crowded, alone] = [pod('b', { node: 'full' }), pod('a', { node: 'empty', readySecondsAgo: 1 })];
  const related = [crowded, alone, pod('c', { node: 'full' })];
  expect(podsToDelete([alone, crowded], related, 1, now)).toEqual([crowded]);
});

test('of pods that are about as old, chance decides, and always the same way', () => {
  const [one, other] = [pod('a', { readySecondsAgo: 1200 }), pod('b', { readySecondsAgo: 1300 })];
  expect(podsToDelete([one, other], [], 1, now)).toEqual([one]);
  expect(podsToDelete([pod('z', { readySecondsAgo: 1200 }), other], [], 1, now)).toEqual([other]);
});

test('all go when all are to go', () => {
  const pods = [pod('a'), pod('b')];
  expect(podsToDelete(pods, [], 2, now)).toEqual(pods);
});
