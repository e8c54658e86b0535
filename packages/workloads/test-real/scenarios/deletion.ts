/**
 * What is left of workloads when something above them is deleted.
 */
import { Deployment, ReplicaSet } from '@reeve/kinds/apps/v1';
import { Job } from '@reeve/kinds/batch/v1';
import { ConfigMap, Namespace, Pod } from '@reeve/kinds/core/v1';
import type { Scenarios, ScenarioSide } from '../scenario-side.ts';
import { podTemplate, workload } from './shapes.ts';

const available = (side: ScenarioSide, replicas: number): Promise<Deployment> =>
  side.until(Deployment, 'web', ({ status }) => status?.availableReplicas === replicas);

const nothingLeft = async (side: ScenarioSide): Promise<void> => {
  await side.untilAll(ReplicaSet, (sets) => sets.length === 0);
  await side.untilAll(Pod, (pods) => pods.length === 0);
};

export const deletionScenarios: Scenarios = {
  'a Deployment goes in the background, and all it made follows': async (side) => {
    await side.create(Deployment, 'web', workload('web', { replicas: 2 }));
    await available(side, 2);
    await side.delete(Deployment, 'web', { propagation: 'Background' });
    await nothingLeft(side);
  },
  'a Deployment goes in the foreground, after all it made': async (side) => {
    await side.create(Deployment, 'web', workload('web', { replicas: 2 }));
    await available(side, 2);
    await side.delete(Deployment, 'web', { propagation: 'Foreground' });
    await side.gone(Deployment, 'web');
    return [(await side.list(ReplicaSet)).length, (await side.pods()).length];
  },
  'a Deployment leaves orphans behind': async (side) => {
    await side.create(Deployment, 'web', workload('web', { replicas: 2 }));
    await available(side, 2);
    await side.delete(Deployment, 'web', { propagation: 'Orphan' });
    await side.gone(Deployment, 'web');
    await side.untilAll(ReplicaSet, ([set]) => set?.metadata.ownerReferences === undefined);
  },
  'a ReplicaSet leaves its pods behind': async (side) => {
    await side.create(ReplicaSet, 'web', workload('web', { replicas: 2 }));
    await side.until(ReplicaSet, 'web', ({ status }) => status?.availableReplicas === 2);
    await side.delete(ReplicaSet, 'web', { propagation: 'Orphan' });
    await side.gone(ReplicaSet, 'web');
    await side.untilAll(Pod, (pods) => pods.every(({ metadata }) => metadata.ownerReferences === undefined));
  },
  'a pod that is held stays, as one that has ended': async (side) => {
    const pod = podTemplate('web');
    await side.create(Pod, 'held', pod, { labels: { app: 'web' }, finalizers: ['example.com/hold'] });
    await side.until(Pod, 'held', ({ status }) => status?.phase === 'Running');
    await side.delete(Pod, 'held');
    await side.until(Pod, 'held', ({ status }) => status?.phase === 'Succeeded' || status?.phase === 'Failed');
  },
  'a namespace goes with all its workloads': async (side) => {
    await side.create(Deployment, 'web', workload('web', { replicas: 2 }));
    await side.create(Job, 'once', { spec: { template: podTemplate('once', 'once:1', { restartPolicy: 'Never' }) } });
    await available(side, 2);
    await side.delete(Namespace, side.namespace);
    await side.gone(Namespace, side.namespace);
  },
  'a namespace waits for what is held in it': async (side) => {
    await side.create(ConfigMap, 'held', {}, { finalizers: ['example.com/hold'] });
    await side.create(Deployment, 'web', workload('web', { replicas: 1 }));
    await available(side, 1);
    await side.delete(Namespace, side.namespace);
    const waiting = await side.until(Namespace, side.namespace, ({ status }) =>
      (status?.conditions ?? []).some(
        ({ type, status: said }) => type === 'NamespaceFinalizersRemaining' && said === 'True',
      ),
    );
    await nothingLeft(side);
    await side.patch(ConfigMap, 'held', { metadata: { finalizers: null } });
    await side.gone(Namespace, side.namespace);
    return waiting.status?.phase;
  },
};
