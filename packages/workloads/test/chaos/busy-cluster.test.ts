import { beforeAll, describe, expect, test } from 'vitest';
import type { Deployment, StatefulSet } from '@reeve/kinds/apps/v1';
import type { Job } from '@reeve/kinds/batch/v1';
import { calmState, runChaos } from '@reeve/testing';
import type { ChaosState } from '@reeve/testing';
import { busyCluster } from './busy-cluster.mjs';

describe('a busy cluster', () => {
  let right: ChaosState;
  beforeAll(async () => {
    right = await calmState(busyCluster);
  }, 60_000);

  test('comes to what its users want when nothing goes wrong', () => {
    const statusOf = (name: string): unknown => (right.get(name) as Deployment | StatefulSet | Job | undefined)?.status;
    expect(statusOf('Deployment default/web')).toMatchObject({ replicas: 5, updatedReplicas: 5, availableReplicas: 5 });
    expect(statusOf('Deployment default/api')).toMatchObject({ replicas: 3, updatedReplicas: 3, availableReplicas: 3 });
    expect(statusOf('StatefulSet default/db')).toMatchObject({ replicas: 3, updatedReplicas: 3, availableReplicas: 3 });
    expect(statusOf('Job default/work')).toMatchObject({ succeeded: 4 });
    expect([...right.keys()].filter((name) => /passing|doomed/.test(name))).toEqual([]);
  });

  for (const seed of [11, 19, 22, 351]) {
    test(`comes to the same in a storm, with no pod too many on the way and none left behind: seed ${seed}`, async () => {
      const { problems } = await runChaos(busyCluster, { seed }, right);
      expect(problems).toEqual([]);
    }, 60_000);
  }
});
