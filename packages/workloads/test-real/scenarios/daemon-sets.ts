/**
 * DaemonSets: one pod per node that fits, and how new revisions come.
 */
import { DaemonSet } from '@reeve/kinds/apps/v1';
import { Pod } from '@reeve/kinds/core/v1';
import type { Scenarios, ScenarioSide } from '../scenario-side.ts';
import { podTemplate } from './shapes.ts';

const agent = (spec: object = {}, template: object = podTemplate('agent')): object => ({
  spec: { selector: { matchLabels: { app: 'agent' } }, template, ...spec },
});

const settled = (side: ScenarioSide, count: number): Promise<DaemonSet> =>
  side.until(
    DaemonSet,
    'agent',
    ({ metadata, status }) =>
      status?.observedGeneration === metadata.generation &&
      status?.desiredNumberScheduled === count &&
      (status.numberAvailable ?? 0) === count &&
      (status.updatedNumberScheduled ?? 0) === count,
  );

export const daemonSetScenarios: Scenarios = {
  'run on every node': async (side) => {
    await side.create(DaemonSet, 'agent', agent());
    await settled(side, 3);
    const nodes = (await side.pods()).map(({ spec }) => spec.nodeName);
    return new Set(nodes).size;
  },
  'run on the nodes that are selected': async (side) => {
    const spec = { nodeSelector: { 'kubernetes.io/hostname': 'node-2' } };
    await side.create(DaemonSet, 'agent', agent({}, podTemplate('agent', 'agent:1', spec)));
    await settled(side, 1);
  },
  'run nowhere': async (side) => {
    const spec = { nodeSelector: { nowhere: 'true' } };
    await side.create(DaemonSet, 'agent', agent({}, podTemplate('agent', 'agent:1', spec)));
    await side.until(DaemonSet, 'agent', ({ status }) => status?.observedGeneration === 1);
  },
  'roll a new revision': async (side) => {
    await side.create(DaemonSet, 'agent', agent());
    await settled(side, 3);
    await side.patch(DaemonSet, 'agent', { spec: { template: podTemplate('agent', 'agent:2') } });
    await settled(side, 3);
  },
  'roll with a pod more instead of one less': async (side) => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    await side.create(DaemonSet, 'agent', agent({ updateStrategy }));
    await settled(side, 3);
    await side.patch(DaemonSet, 'agent', { spec: { template: podTemplate('agent', 'agent:2') } });
    await settled(side, 3);
    await side.untilAll(Pod, (pods) => pods.length === 3);
  },
  'roll only what is deleted': async (side) => {
    await side.create(DaemonSet, 'agent', agent({ updateStrategy: { type: 'OnDelete' } }));
    await settled(side, 3);
    await side.patch(DaemonSet, 'agent', { spec: { template: podTemplate('agent', 'agent:2') } });
    await side.until(DaemonSet, 'agent', ({ metadata, status }) => status?.observedGeneration === metadata.generation);
    const [first] = await side.pods();
    await side.delete(Pod, first?.metadata.name ?? '');
    await side.until(
      DaemonSet,
      'agent',
      ({ status }) => status?.updatedNumberScheduled === 1 && status.numberAvailable === 3,
    );
  },
  'replace a pod that failed': async (side) => {
    await side.create(DaemonSet, 'agent', agent());
    await settled(side, 3);
    const [first] = await side.pods();
    await side.delete(Pod, first?.metadata.name ?? '');
    await side.gone(Pod, first?.metadata.name ?? '');
    await settled(side, 3);
  },
};
