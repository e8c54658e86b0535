/**
 * Horizontal pod autoscalers are kept as autoscaling/v2. Version 1 shows one number, the CPU utilization; whatever else there is travels in annotations, so
 * that nothing is lost when a client reads and writes version 1. Upstream: the conversions of autoscaling/v1.
 */
import { isJsonArray } from '@reeve/machinery';
import { fieldsOf, hasAt, isSet, itemsAt, numberAt, valueAt, type ApiObject, type Fields } from '@reeve/registry';
import { printBehavior, readBehavior } from './autoscaler-behavior.ts';
import { flatCurrent, flatTarget, nestedCurrent, nestedTarget } from './autoscaler-metrics.ts';
import { cpuTarget, defaultUtilization, metricsAnnotation } from '../defaults/autoscaler.ts';

const prefix = 'autoscaling.alpha.kubernetes.io/';
const annotationOf = {
  behavior: `${prefix}behavior`,
  conditions: `${prefix}conditions`,
  currentMetrics: `${prefix}current-metrics`,
  metrics: metricsAnnotation,
};
const carriers = new Set([
  ...Object.values(annotationOf),
  `${prefix}scale-up-tolerance`,
  `${prefix}scale-down-tolerance`,
]);

/** An autoscaler as version 1 shows it. */
export function autoscalerFromV2(object: ApiObject): ApiObject {
  const { scaleTargetRef = {}, minReplicas, maxReplicas = 0, behavior } = fieldsOf(object['spec']);
  const { observedGeneration, lastScaleTime } = fieldsOf(object['status']);
  const metrics = itemsAt(object, 'spec', 'metrics');
  const current = itemsAt(object, 'status', 'currentMetrics');
  const targets = metrics.filter(isCpuUtilization);
  const measured = current.findLast(
    (metric) => isCpu(metric) && hasAt(metric, 'resource', 'current', 'averageUtilization'),
  );
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v1',
    metadata: withAnnotations(object.metadata, {
      [annotationOf.behavior]: isSet(behavior) ? JSON.stringify(printBehavior(fieldsOf(behavior))) : undefined,
      [annotationOf.conditions]: printList(itemsAt(object, 'status', 'conditions')),
      [annotationOf.currentMetrics]: printList(current.map(flatCurrent)),
      [annotationOf.metrics]: printList(metrics.filter((metric) => !isCpuUtilization(metric)).map(flatTarget)),
    }),
    spec: {
      scaleTargetRef,
      ...(isSet(minReplicas) && { minReplicas }),
      maxReplicas,
      ...(targets[0] && {
        targetCPUUtilizationPercentage: valueAt(targets[0], 'resource', 'target', 'averageUtilization'),
      }),
    },
    status: {
      ...(isSet(observedGeneration) && { observedGeneration }),
      ...(isSet(lastScaleTime) && { lastScaleTime }),
      currentReplicas: numberAt(object, 'status', 'currentReplicas'),
      desiredReplicas: numberAt(object, 'status', 'desiredReplicas'),
      ...(measured && {
        currentCPUUtilizationPercentage: valueAt(measured, 'resource', 'current', 'averageUtilization'),
      }),
    },
  };
}

/** An autoscaler of version 1 as it is kept. */
export function autoscalerToV2(object: ApiObject): ApiObject {
  const { scaleTargetRef = {}, minReplicas, maxReplicas = 0 } = fieldsOf(object['spec']);
  const { observedGeneration, lastScaleTime } = fieldsOf(object['status']);
  const behavior = readBehavior(carried(object, annotationOf.behavior));
  const conditions = carriedList(object, annotationOf.conditions) ?? [];
  const replicas = numberAt(object, 'status', 'currentReplicas');
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v2',
    metadata: withAnnotations(object.metadata, {}),
    spec: {
      scaleTargetRef,
      ...(isSet(minReplicas) && { minReplicas }),
      maxReplicas,
      metrics: metricsOf(object),
      ...(behavior && { behavior }),
    },
    status: {
      ...(isSet(observedGeneration) && { observedGeneration }),
      ...(isSet(lastScaleTime) && { lastScaleTime }),
      ...(replicas !== 0 && { currentReplicas: replicas }),
      desiredReplicas: numberAt(object, 'status', 'desiredReplicas'),
      currentMetrics: currentMetricsOf(object),
      ...(conditions.length > 0 && { conditions }),
    },
  };
}

const isCpu = (metric: Fields): boolean =>
  metric['type'] === 'Resource' && valueAt(metric, 'resource', 'name') === 'cpu';

const isCpuUtilization = (metric: Fields): boolean =>
  isCpu(metric) && hasAt(metric, 'resource', 'target', 'averageUtilization');

function metricsOf(object: ApiObject): readonly Fields[] {
  const percentage = valueAt(object, 'spec', 'targetCPUUtilizationPercentage');
  const metrics = [
    ...(carriedList(object, annotationOf.metrics) ?? []).map(nestedTarget),
    ...(isSet(percentage) ? [cpuTarget(percentage)] : []),
  ];
  return metrics.length > 0 ? metrics : [cpuTarget(defaultUtilization)];
}

/** What the annotation says has more in it than the number beside it. */
function currentMetricsOf(object: ApiObject): readonly Fields[] | null {
  const list = carriedList(object, annotationOf.currentMetrics);
  if (list) return list.map(nestedCurrent);
  const percentage = valueAt(object, 'status', 'currentCPUUtilizationPercentage');
  return isSet(percentage)
    ? [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: percentage } } }]
    : null;
}

function withAnnotations(
  metadata: ApiObject['metadata'],
  added: Readonly<Record<string, string | undefined>>,
): ApiObject['metadata'] {
  const entries = [
    ...Object.entries(metadata.annotations ?? {}).filter(([key]) => !carriers.has(key)),
    ...Object.entries(added).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { annotations: _annotations, ...rest } = metadata;
  return entries.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(entries) };
}

const printList = (items: readonly Fields[]): string | undefined =>
  items.length === 0 ? undefined : JSON.stringify(items);

function carried(object: ApiObject, annotation: string): unknown {
  const text = object.metadata.annotations?.[annotation];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // somebody else's text: as good as none
  }
}

function carriedList(object: ApiObject, annotation: string): readonly Fields[] | undefined {
  const value = carried(object, annotation);
  return isJsonArray(value) ? value.map(fieldsOf) : undefined;
}
