import { expect, test } from 'vitest';
import { ReplicaSet } from '@reeve/kinds/apps/v1';
import { Job } from '@reeve/kinds/batch/v1';
import { Pod } from '@reeve/kinds/core/v1';
import { PodDisruptionBudget } from '@reeve/kinds/policy/v1';
import type { PodDisruptionBudgetSpec } from '@reeve/kinds/policy/v1';
import { formatTime } from '@reeve/machinery';
import type { AnyController } from '@reeve/testing';
import { budgetStatus, disruptionController, replicaSetController } from '@reeve/workloads';
import { inCluster } from '../pod/cluster-of.ts';
import type { World } from '../pod/cluster-of.ts';

const budgets = (run: (world: World) => Promise<void>): Promise<void> =>
  inCluster((host): AnyController[] => [replicaSetController({ host }), disruptionController({ host })], run);

const budget = (spec: PodDisruptionBudgetSpec): PodDisruptionBudget =>
  PodDisruptionBudget.of({
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
  });

const web = (replicas: number): ReplicaSet =>
  ReplicaSet.of({
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
    },
  });

const statusOf = async ({ cluster }: World): Promise<PodDisruptionBudget['status']> =>
  (await cluster.client.get(PodDisruptionBudget, 'default/web')).status;

const evict = async ({ cluster }: World, pod: Pod | undefined): Promise<unknown> =>
  await cluster.client.evict(Pod, `default/${pod?.metadata.name ?? ''}`);

test('a budget allows as many evictions as it has pods to spare, and refuses the next · S3', async () => {
  await budgets(async (world) => {
    const { client } = world.cluster;
    await client.create(PodDisruptionBudget, budget({ maxUnavailable: 1 }));
    await client.create(ReplicaSet, web(3));
    await world.settles();
    expect(await statusOf(world)).toMatchObject({ currentHealthy: 0, desiredHealthy: 2, disruptionsAllowed: 0 });
    await world.runAll();
    await world.settles();
    expect(await statusOf(world)).toEqual({
      currentHealthy: 3,
      desiredHealthy: 2,
      expectedPods: 3,
      disruptionsAllowed: 1,
      observedGeneration: 1,
      conditions: [
        {
          type: 'DisruptionAllowed',
          status: 'True',
          observedGeneration: 1,
          reason: 'SufficientPods',
          message: '',
          lastTransitionTime: expect.any(String) as string,
        },
      ],
    });
    const [first, second] = await world.pods();
    await evict(world, first);
    await expect(evict(world, second)).rejects.toMatchObject({
      code: 'REEVE_TOO_MANY_REQUESTS',
      message: expect.stringContaining("Cannot evict pod as it would violate the pod's disruption budget.") as string,
    });
    await world.settles();
    expect(await statusOf(world)).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 0 });
    await world.runAll();
    await world.settles();
    expect(await statusOf(world)).toMatchObject({ currentHealthy: 3, disruptionsAllowed: 1 });
    await evict(world, second);
  });
}, 20_000);

test.each([
  ['minAvailable', 2, 2, 1],
  ['minAvailable', '50%', 2, 1],
  ['maxUnavailable', '34%', 1, 2],
  ['maxUnavailable', 5, 0, 3],
] as const)('of three pods, %s %s wants %i and allows %i', async (field, value, desiredHealthy, disruptionsAllowed) => {
  await budgets(async (world) => {
    const { client } = world.cluster;
    await client.create(PodDisruptionBudget, budget({ [field]: value }));
    await client.create(ReplicaSet, web(3));
    await world.runAll();
    await world.settles();
    expect(await statusOf(world)).toMatchObject({ expectedPods: 3, desiredHealthy, disruptionsAllowed });
  });
});

test('a budget in percent over pods that nobody owns is told, and one whose owner has no scale allows nothing', async () => {
  await budgets(async (world) => {
    const { client } = world.cluster;
    const pod = (name: string, more: object = {}): Pod =>
      Pod.of({
        metadata: { name, namespace: 'default', labels: { app: 'web' }, ...more },
        spec: { containers: [{ name: 'web', image: 'nginx' }] },
      });
    await client.create(PodDisruptionBudget, budget({ minAvailable: '50%' }));
    await world.run(await client.create(Pod, pod('alone')));
    await world.settles();
    expect((await world.said('PodDisruptionBudget', 'web')).join()).toContain(
      'UnmanagedPods: Pods selected by this PodDisruptionBudget (selector: &LabelSelector{MatchLabels:map[string]string{app: web,},',
    );
    const template = { spec: { restartPolicy: 'Never' as const, containers: [{ name: 'c', image: 'busybox' }] } };
    const job = await client.create(
      Job,
      Job.of({ metadata: { name: 'job', namespace: 'default' }, spec: { template } }),
    );
    const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'job', uid: job.metadata.uid ?? '', controller: true };
    await client.create(Pod, pod('owned', { ownerReferences: [owner] }));
    await world.settles();
    const status = await statusOf(world);
    expect(status?.disruptionsAllowed).toBe(0);
    expect(status?.conditions?.[0]).toMatchObject({
      reason: 'SyncFailed',
      message: 'jobs.batch does not implement the scale subresource',
    });
  });
});

test('a pod that was evicted and stays counts again after two minutes', () => {
  const nowMs = Date.UTC(2026, 0, 1);
  const pod: Pod = {
    metadata: { name: 'a' },
    spec: { containers: [] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  };
  const status = { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 1 };
  const evicted = { ...budget({ minAvailable: 0 }), status: { ...status, disruptedPods: { a: formatTime(nowMs) } } };
  const soon = budgetStatus(evicted, [pod], 1, nowMs + 60_000);
  expect(soon.status).toMatchObject({ currentHealthy: 0, disruptedPods: { a: formatTime(nowMs) } });
  expect(soon.recheckMs).toBe(60_001);
  const later = budgetStatus(evicted, [pod], 1, nowMs + 120_001);
  expect(later.status.currentHealthy).toBe(1);
  expect(later.status.disruptedPods).toBeUndefined();
  expect(later.notDeleted).toEqual([pod]);
});
