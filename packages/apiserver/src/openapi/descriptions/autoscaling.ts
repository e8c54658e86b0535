/**
 * Descriptions of the group autoscaling.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

const spec = {
  maxReplicas: 'How many pods there may be at most.',
  minReplicas: 'How many pods there are at least; 1 unless given.',
  scaleTargetRef: 'The workload whose number of pods is set.',
};
const status = {
  currentReplicas: 'How many pods there were at the last look.',
  desiredReplicas: 'How many pods the metrics ask for.',
  lastScaleTime: 'When the number of pods was last changed.',
};
const target = { apiVersion: 'The group and version of the object.', kind: 'Its kind.', name: 'Its name.' };

export const autoscalingV1: GroupDescriptions = {
  prefix: 'io.k8s.api.autoscaling.v1.',
  kinds: {
    HorizontalPodAutoscaler: 'Sets the number of pods of a workload by their CPU use.',
    Scale: 'How many pods a workload is to have and has.',
  },
  fields: {
    CrossVersionObjectReference: target,
    HorizontalPodAutoscalerSpec: {
      ...spec,
      targetCPUUtilizationPercentage:
        'How much of the CPU that they request the pods are to use on average, in percent.',
    },
    HorizontalPodAutoscalerStatus: {
      ...status,
      currentCPUUtilizationPercentage: 'How much of the CPU that they request the pods use on average, in percent.',
    },
    ScaleSpec: { replicas: 'How many pods are wanted.' },
    ScaleStatus: {
      replicas: 'How many pods there are.',
      selector: 'The labels of the pods, as the text of a label selector.',
    },
  },
};

export const autoscalingV2: GroupDescriptions = {
  prefix: 'io.k8s.api.autoscaling.v2.',
  kinds: { HorizontalPodAutoscaler: 'Sets the number of pods of a workload by metrics.' },
  fields: {
    CrossVersionObjectReference: target,
    HorizontalPodAutoscalerSpec: {
      ...spec,
      behavior: 'How fast the number of pods may rise and fall.',
      metrics: 'What is measured. The metric that asks for the most pods counts.',
    },
    HorizontalPodAutoscalerStatus: { ...status, currentMetrics: 'The last value of each metric.' },
    HorizontalPodAutoscalerBehavior: {
      scaleDown: 'How fast the number of pods may fall.',
      scaleUp: 'How fast the number of pods may rise.',
    },
    HPAScalingRules: {
      policies: 'How many pods may come or go in a period.',
      selectPolicy:
        'Which policy counts: Max for the one that changes most, Min for the least, Disabled for no change.',
      stabilizationWindowSeconds:
        'For how many seconds earlier results are considered, so that the number does not jump.',
      tolerance: 'How far, as a share, a metric may be from its target before the number of pods changes.',
    },
    HPAScalingPolicy: {
      periodSeconds: 'The length of the period in seconds.',
      type: 'Pods or Percent: what the value counts.',
      value: 'How much the number of pods may change in the period.',
    },
    MetricSpec: {
      containerResource: 'CPU or memory of one container of each pod.',
      external: 'A metric from outside the cluster.',
      object: 'A metric of one object, such as requests to an Ingress.',
      pods: 'A metric of each pod, taken on average.',
      resource: 'CPU or memory of each pod.',
      type: 'Which of the fields is used: ContainerResource, External, Object, Pods or Resource.',
    },
    MetricTarget: {
      averageUtilization: 'The wanted average, in percent of what pods request.',
      averageValue: 'The wanted average over all pods.',
      type: 'Utilization, Value or AverageValue.',
      value: 'The wanted value.',
    },
    MetricIdentifier: { name: 'The name of the metric.', selector: 'The labels of the metric.' },
    ResourceMetricSource: { name: 'The resource: cpu or memory.', target: 'The wanted value.' },
    ContainerResourceMetricSource: {
      container: 'The name of the container.',
      name: 'The resource: cpu or memory.',
      target: 'The wanted value.',
    },
    ExternalMetricSource: { metric: 'Which metric it is.', target: 'The wanted value.' },
    PodsMetricSource: { metric: 'Which metric it is.', target: 'The wanted value.' },
    ObjectMetricSource: {
      describedObject: 'The object that is measured.',
      metric: 'Which metric it is.',
      target: 'The wanted value.',
    },
  },
};
