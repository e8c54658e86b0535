import { beforeAll, describe, expect, test } from 'vitest';
import { Deployment, ReplicaSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import type { Client } from '@reeve/client';
import { deletionStarted, isAlreadyExists } from '@reeve/machinery';
import { defineController } from '@reeve/runtime';
import { calmState, runChaos } from '@reeve/testing';
import type { ChaosScenario, ChaosState } from '@reeve/testing';
import { deploymentController, isPodReady, replicaSetController } from '@reeve/workloads';
import { template, web } from './web.ts';

/** Pods serve as soon as somebody looks. */
const kubelet = defineController({
  name: 'kubelet',
  for: Pod,
  async reconcile(pod, ctx) {
    if (isPodReady(pod) || deletionStarted(pod)) return;
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }];
    await ctx.updateStatus(Pod, { ...pod, status: { ...pod.status, phase: 'Running', conditions } });
  },
});

async function change(client: Client, spec: Partial<Deployment['spec']>): Promise<void> {
  const live = await client.get(Deployment, 'default/web');
  await client.update(Deployment, { ...live, spec: { ...live.spec, ...spec } });
}

const rollouts: ChaosScenario = {
  resources: [],
  controllers: (host) => [deploymentController({ host }), replicaSetController({ host }), kubelet],
  kinds: [Deployment, ReplicaSet],
  // A template that is overtaken before anybody saw it has no revision.
  ignorePaths: ['metadata.generation', 'metadata.annotations', 'status.observedGeneration', 'status.conditions'],
  steps: [
    async (client) => {
      await client.create(Deployment, web(3)).catch((error: unknown) => {
        if (!isAlreadyExists(error)) throw error;
      });
    },
    (client) => change(client, { template: template('two') }),
    (client) => change(client, { replicas: 5 }),
    (client) => change(client, { template: template('three'), revisionHistoryLimit: 0 }),
    (client) => change(client, { replicas: 2 }),
  ],
};

describe('deployments in a storm', () => {
  let right: ChaosState;
  beforeAll(async () => {
    right = await calmState(rollouts);
  });

  test('come to what was wanted last, with one set and no more', () => {
    expect([...right.values()]).toMatchObject([
      { kind: 'Deployment', status: { replicas: 2, updatedReplicas: 2, availableReplicas: 2 } },
      { kind: 'ReplicaSet', spec: { template: template('three') }, status: { replicas: 2, availableReplicas: 2 } },
    ]);
  });

  for (const seed of [1, 2, 3]) {
    test(`come to the same although processes die, answers are lost and watches are old, and then nothing is written: seed ${seed}`, async () => {
      const { problems } = await runChaos(rollouts, { seed }, right);
      expect(problems).toEqual([]);
    }, 60_000);
  }
});
