/**
 * ReplicaSets alone: adoption, release, and which pods go first.
 */
import { ReplicaSet } from '@reeve/kinds/apps/v1';
import { Pod, ResourceQuota } from '@reeve/kinds/core/v1';
import { findCondition } from '@reeve/machinery';
import type { Scenarios, ScenarioSide } from '../scenario-side.ts';
import { podTemplate, workload } from './shapes.ts';

const ready = (side: ScenarioSide, replicas: number): Promise<ReplicaSet> =>
  side.until(
    ReplicaSet,
    'web',
    ({ metadata, status }) =>
      status?.observedGeneration === metadata.generation &&
      status?.replicas === replicas &&
      (status.availableReplicas ?? 0) === replicas,
  );

export const replicaSetScenarios: Scenarios = {
  'keep as many pods as wanted': async (side) => {
    await side.create(ReplicaSet, 'web', workload('web'));
    await ready(side, 3);
    const [first] = await side.pods();
    await side.delete(Pod, first?.metadata.name ?? '');
    await side.gone(Pod, first?.metadata.name ?? '');
    await ready(side, 3);
  },
  'adopt a pod that fits, and make one less': async (side) => {
    await side.create(Pod, 'lonely', podTemplate('web'), { labels: { app: 'web' } });
    await side.until(Pod, 'lonely', ({ status }) => status?.phase === 'Running');
    await side.create(ReplicaSet, 'web', workload('web', { replicas: 2 }));
    await ready(side, 2);
    const lonely = await side.get(Pod, 'lonely');
    return lonely?.metadata.ownerReferences?.map(({ kind, controller }) => [kind, controller]);
  },
  'release a pod that no longer fits': async (side) => {
    await side.create(ReplicaSet, 'web', workload('web', { replicas: 2 }));
    await ready(side, 2);
    const [first] = await side.pods();
    await side.patch(Pod, first?.metadata.name ?? '', { metadata: { labels: { app: 'free' } } });
    await side.untilAll(Pod, (pods) => pods.length === 3 && pods.every(({ status }) => status?.phase === 'Running'));
    await ready(side, 2);
  },
  'delete the cheapest pod first': async (side) => {
    await side.create(ReplicaSet, 'web', workload('web'));
    await ready(side, 3);
    const pods = await side.pods();
    const cost = (pod: Pod | undefined, value: string) =>
      side.patch(Pod, pod?.metadata.name ?? '', {
        metadata: {
          annotations: { 'controller.kubernetes.io/pod-deletion-cost': value },
          labels: { cost: `c${value}` },
        },
      });
    await cost(pods[0], '10');
    await cost(pods[1], '5');
    await cost(pods[2], '20');
    await side.create(Pod, 'marker', podTemplate('marker')); // whoever has seen it run has seen the costs before
    await side.until(Pod, 'marker', ({ status }) => status?.phase === 'Running');
    await side.patch(ReplicaSet, 'web', { spec: { replicas: 1 } });
    await side.untilAll(Pod, (list) => list.length === 1, { app: 'web' });
    await ready(side, 1);
  },
  'say that it may not create pods': async (side) => {
    await side.create(ResourceQuota, 'few', { spec: { hard: { pods: '1' } } });
    await side.until(ResourceQuota, 'few', ({ status }) => status?.hard?.['pods'] === '1');
    await side.create(ReplicaSet, 'web', workload('web', { replicas: 2 }));
    await side.until(
      ReplicaSet,
      'web',
      ({ status }) => findCondition(status?.conditions, 'ReplicaFailure') !== undefined,
    );
    await side.until(ReplicaSet, 'web', ({ status }) => status?.availableReplicas === 1);
    await side.delete(ResourceQuota, 'few');
    await ready(side, 2);
  },
};
