/**
 * What a status may say: counts that are not below zero and do not contradict each other. Upstream: the Validate…StatusUpdate functions of kubernetes
 * pkg/apis.
 */
import { fieldsAt, invalid, numberAt, type FieldError, type Strategy } from '@reeve/registry';
import { autoscalerStatusProblems } from './autoscaler.ts';
import { requestStatusProblems } from './certificate-request.ts';
import { notNegative, when } from './checks.ts';
import { ingressStatusProblems, serviceStatusProblems } from './load-balancer.ts';
import { deviceTaintStatusProblems } from './device-taints.ts';
import { nodeStatusProblems } from './node.ts';
import { podCertificateStatusProblems } from './pod-certificate-request.ts';
import { quotaStatusProblems } from './quotas.ts';
import { migrationStatusProblems } from './storage-migration.ts';

interface Counts {
  readonly counts: readonly string[];
  /** What is not more than something else, and how that is called. */
  readonly within: readonly (readonly [less: string, more: string, told: string])[];
}

const of = (replicas: string, ...names: readonly string[]): Counts['within'] =>
  names.map((name) => [name, replicas, `status.${replicas}`] as const);

const counted: Readonly<Record<string, Counts>> = {
  replicationcontrollers: {
    counts: ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'],
    within: [
      ...of('replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'),
      ['availableReplicas', 'readyReplicas', 'readyReplicas'],
    ],
  },
  'apps/deployments': {
    counts: [
      'observedGeneration',
      'replicas',
      'updatedReplicas',
      'readyReplicas',
      'availableReplicas',
      'unavailableReplicas',
      'terminatingReplicas',
      'collisionCount',
    ],
    within: [
      ...of('replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas'),
      ['availableReplicas', 'readyReplicas', 'readyReplicas'],
    ],
  },
  'apps/replicasets': {
    counts: [
      'replicas',
      'fullyLabeledReplicas',
      'readyReplicas',
      'availableReplicas',
      'observedGeneration',
      'terminatingReplicas',
    ],
    within: [
      ...of('replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'),
      ['availableReplicas', 'readyReplicas', 'readyReplicas'],
    ],
  },
  'apps/statefulsets': {
    counts: [
      'replicas',
      'readyReplicas',
      'currentReplicas',
      'updatedReplicas',
      'availableReplicas',
      'observedGeneration',
      'collisionCount',
    ],
    within: [
      ...of('replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'),
      ['availableReplicas', 'readyReplicas', 'status.readyReplicas'],
    ],
  },
  'apps/daemonsets': {
    counts: [
      'currentNumberScheduled',
      'numberMisscheduled',
      'desiredNumberScheduled',
      'numberReady',
      'observedGeneration',
      'updatedNumberScheduled',
      'numberAvailable',
      'numberUnavailable',
      'collisionCount',
    ],
    within: [],
  },
  'policy/poddisruptionbudgets': {
    counts: ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'],
    within: [],
  },
};

/** Statuses that are not only counts. */
const special: Readonly<Record<string, Strategy['validateStatusUpdate']>> = {
  nodes: nodeStatusProblems,
  resourcequotas: quotaStatusProblems,
  services: serviceStatusProblems,
  'autoscaling/horizontalpodautoscalers': autoscalerStatusProblems,
  'certificates.k8s.io/certificatesigningrequests': requestStatusProblems,
  'certificates.k8s.io/podcertificaterequests': podCertificateStatusProblems,
  'networking.k8s.io/ingresses': ingressStatusProblems,
  'resource.k8s.io/devicetaintrules': deviceTaintStatusProblems,
  'storagemigration.k8s.io/storageversionmigrations': migrationStatusProblems,
};

/** The check of the status of a resource's objects, given as `plural` or `group/plural`. */
export function statusProblemsOf(resource: string): Strategy['validateStatusUpdate'] {
  const rules = counted[resource];
  if (rules === undefined) return special[resource] ?? (() => []);
  return (object): readonly FieldError[] => {
    const status = fieldsAt(object, 'status');
    return [
      ...rules.counts.flatMap((name) => notNegative(status[name], `status.${name}`)),
      ...rules.within.flatMap(([less, more, told]) => {
        const value = numberAt(status, less);
        return when(value > numberAt(status, more), invalid(`status.${less}`, value, `cannot be greater than ${told}`));
      }),
    ];
  };
}
