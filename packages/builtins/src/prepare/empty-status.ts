/**
 * The status of an object that nobody has looked at yet, as it shows on the wire: numbers that are always written are zero, lists null. A client's own idea of
 * the status is dropped when an object is created, except for nodes, which report for themselves.
 */
import type { Fields } from '@reeve/registry';

const workload = { replicas: 0 };
const balanced = { loadBalancer: {} };

const statuses: Readonly<Record<string, Fields>> = {
  persistentvolumeclaims: { phase: 'Pending' },
  replicationcontrollers: workload,
  services: balanced,
  'apps/daemonsets': { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  'apps/replicasets': workload,
  'apps/statefulsets': { replicas: 0, availableReplicas: 0 },
  'autoscaling/horizontalpodautoscalers': { desiredReplicas: 0, currentMetrics: null },
  'networking.k8s.io/ingresses': balanced,
  'policy/poddisruptionbudgets': { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
  'storage.k8s.io/volumeattachments': { attached: false },
};

const statusOfAutoscalerV1 = { currentReplicas: 0, desiredReplicas: 0 };

/** The status of a new object of a resource, given as `plural` or `group/plural`. */
export function emptyStatusOf(resource: string, version: string): Fields {
  if (resource === 'autoscaling/horizontalpodautoscalers' && version === 'v1') return statusOfAutoscalerV1;
  return statuses[resource] ?? {};
}

/** True where a client may say what the status is from the start. */
export const keepsStatusOnCreate = (resource: string): boolean => resource === 'nodes';
