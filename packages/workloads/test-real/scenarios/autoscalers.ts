/**
 * HorizontalPodAutoscalers where nobody serves metrics: bounds are kept, and what is missing is said.
 */
import { Deployment } from '@reeve/kinds/apps/v1';
import { HorizontalPodAutoscaler } from '@reeve/kinds/autoscaling/v2';
import type { Scenarios, ScenarioSide } from '../scenario-side.ts';
import { podTemplate, workload } from './shapes.ts';

const cpu = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } };

const autoscaler = (spec: object = {}): object => ({
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    minReplicas: 2,
    maxReplicas: 4,
    metrics: [cpu],
    ...spec,
  },
});

const template = podTemplate('web', 'web:1', {
  containers: [{ name: 'main', image: 'web:1', resources: { requests: { cpu: '10m' } } }],
});

const deployed = async (side: ScenarioSide, replicas: number): Promise<void> => {
  await side.create(Deployment, 'web', workload('web', { replicas }, template));
  await side.until(Deployment, 'web', ({ status }) => (status?.readyReplicas ?? 0) === replicas);
};

/** Waits for a condition, and for all replicas that there should be. */
const says = async (side: ScenarioSide, type: string, reason: string, replicas?: number): Promise<void> => {
  await side.until(HorizontalPodAutoscaler, 'web', ({ status }) =>
    (status?.conditions ?? []).some((condition) => condition.type === type && condition.reason === reason),
  );
  if (replicas === undefined) return;
  await side.until(Deployment, 'web', ({ status }) => status?.readyReplicas === replicas);
};

export const autoscalerScenarios: Scenarios = {
  'say that nobody serves metrics of resources': async (side) => {
    await deployed(side, 2);
    await side.create(HorizontalPodAutoscaler, 'web', autoscaler());
    await says(side, 'ScalingActive', 'FailedGetResourceMetric');
  },
  'scale up to the least': async (side) => {
    await deployed(side, 1);
    await side.create(HorizontalPodAutoscaler, 'web', autoscaler());
    await side.until(Deployment, 'web', ({ status }) => status?.readyReplicas === 2);
    await says(side, 'ScalingActive', 'FailedGetResourceMetric', 2);
    await side.until(HorizontalPodAutoscaler, 'web', ({ status }) => status?.currentReplicas === 2);
  },
  'scale down to the most': async (side) => {
    await deployed(side, 5);
    await side.create(HorizontalPodAutoscaler, 'web', autoscaler());
    await side.until(Deployment, 'web', ({ status }) => status?.readyReplicas === 4 && status.replicas === 4);
    await says(side, 'ScalingActive', 'FailedGetResourceMetric', 4);
    await side.until(HorizontalPodAutoscaler, 'web', ({ status }) => status?.currentReplicas === 4);
  },
  'leave alone what is scaled to nothing': async (side) => {
    await deployed(side, 0);
    await side.create(HorizontalPodAutoscaler, 'web', autoscaler());
    await says(side, 'ScalingActive', 'ScalingDisabled');
  },
  'say that there is nothing to scale': async (side) => {
    await side.create(HorizontalPodAutoscaler, 'web', autoscaler());
    await says(side, 'AbleToScale', 'FailedGetScale');
  },
  'say that nobody serves other metrics': async (side) => {
    await deployed(side, 2);
    const metric = { name: 'hits', selector: { matchLabels: { path: 'home' } } };
    const describedObject = { apiVersion: 'v1', kind: 'Service', name: 'web' };
    const metrics = [
      { type: 'Pods', pods: { metric, target: { type: 'AverageValue', averageValue: '10' } } },
      { type: 'Object', object: { metric, describedObject, target: { type: 'Value', value: '10' } } },
      { type: 'External', external: { metric, target: { type: 'AverageValue', averageValue: '10' } } },
    ];
    await side.create(HorizontalPodAutoscaler, 'web', autoscaler({ metrics }));
    await says(side, 'ScalingActive', 'FailedGetPodsMetric');
  },
};
