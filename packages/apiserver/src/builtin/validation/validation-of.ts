/**
 * The rules of every built-in resource, as one table: for objects by themselves, and for changes of what was there. Upstream: Validate and ValidateUpdate of
 * the strategies in kubernetes pkg/registry.
 */
import type { FieldError } from '../../error/field-error.ts';
import type { ApiObject } from '../../resource/served-resource.ts';
import type { Strategy } from '../../resource/strategy.ts';
import { fieldsAt } from '../fields.ts';
import * as config from './config.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { finalizerCheckOf } from './finalizers.ts';
import * as jobs from './jobs.ts';
import { apiServiceNameProblems, definitionNameProblems } from './named-after-content.ts';
import * as network from './network.ts';
import { podChangeProblems, podProblems, podTemplateProblems } from './pod.ts';
import * as quotas from './quotas.ts';
import * as roles from './roles.ts';
import { serviceChangeProblems, serviceProblems } from './service.ts';
import * as storage from './storage.ts';
import * as various from './various.ts';
import * as workloads from './workloads.ts';

interface Rules {
  /** What must hold of an object, new or changed. */
  readonly check?: (object: ApiObject) => readonly FieldError[];
  /** What must hold of a new object, where that is more. */
  readonly checkNew?: (object: ApiObject) => readonly FieldError[];
  /** What may not change. */
  readonly checkChange?: (object: ApiObject, old: ApiObject) => readonly FieldError[];
}

const bindingKinds = ['Role', 'ClusterRole'];

const table: Readonly<Record<string, Rules>> = {
  configmaps: { check: config.configMapProblems, checkChange: config.configMapChangeProblems },
  endpoints: { check: endpoints.endpointsProblems },
  events: { check: events.eventProblems },
  limitranges: { check: quotas.limitRangeProblems },
  namespaces: { checkNew: various.namespaceProblems },
  persistentvolumeclaims: { check: storage.claimProblems, checkChange: storage.claimChangeProblems },
  persistentvolumes: { check: storage.volumeProblems, checkChange: storage.volumeChangeProblems },
  pods: { checkNew: podProblems, checkChange: podChangeProblems },
  podtemplates: { check: (object) => podTemplateProblems(fieldsAt(object, 'template'), 'template') },
  replicationcontrollers: { check: workloads.replicationControllerProblems },
  resourcequotas: { check: quotas.quotaProblems, checkChange: quotas.quotaChangeProblems },
  secrets: { check: config.secretProblems, checkChange: config.secretChangeProblems },
  services: { check: serviceProblems, checkChange: serviceChangeProblems },
  'apiextensions.k8s.io/customresourcedefinitions': { check: definitionNameProblems },
  'apiregistration.k8s.io/apiservices': { check: apiServiceNameProblems },
  'apps/controllerrevisions': { check: various.revisionProblems, checkChange: various.revisionChangeProblems },
  'apps/daemonsets': { check: workloads.daemonSetProblems, checkChange: workloads.fixedSelector },
  'apps/deployments': { check: workloads.deploymentProblems, checkChange: workloads.fixedSelector },
  'apps/replicasets': { check: workloads.replicaSetProblems, checkChange: workloads.fixedSelector },
  'apps/statefulsets': { check: workloads.statefulSetProblems, checkChange: workloads.statefulSetChangeProblems },
  'autoscaling/horizontalpodautoscalers': { check: various.autoscalerProblems },
  'batch/cronjobs': { check: jobs.cronJobProblems, checkNew: jobs.newCronJobProblems },
  'batch/jobs': { check: jobs.jobProblems, checkChange: jobs.jobChangeProblems },
  'coordination.k8s.io/leases': { check: various.leaseProblems },
  'discovery.k8s.io/endpointslices': {
    check: endpoints.endpointSliceProblems,
    checkChange: endpoints.endpointSliceChangeProblems,
  },
  'events.k8s.io/events': {
    check: () => [],
    checkNew: events.newerEventProblems,
    checkChange: events.newerEventChangeProblems,
  },
  'networking.k8s.io/ingressclasses': { checkChange: network.ingressClassChangeProblems },
  'networking.k8s.io/ingresses': { check: network.ingressProblems },
  'networking.k8s.io/networkpolicies': { check: network.networkPolicyProblems },
  'policy/poddisruptionbudgets': { check: various.budgetProblems },
  'rbac.authorization.k8s.io/clusterrolebindings': {
    check: roles.bindingProblems(['ClusterRole'], false),
    checkChange: roles.bindingChangeProblems,
  },
  'rbac.authorization.k8s.io/clusterroles': { check: roles.roleProblems(false) },
  'rbac.authorization.k8s.io/rolebindings': {
    check: roles.bindingProblems(bindingKinds, true),
    checkChange: roles.bindingChangeProblems,
  },
  'rbac.authorization.k8s.io/roles': { check: roles.roleProblems(true) },
  'scheduling.k8s.io/priorityclasses': {
    check: various.priorityClassProblems,
    checkChange: various.priorityClassChangeProblems,
  },
  'storage.k8s.io/storageclasses': {
    check: storage.storageClassProblems,
    checkChange: storage.storageClassChangeProblems,
  },
};

/** The validation of a resource's objects, given as `plural` or `group/plural`. */
export function validationOf(resource: string): Pick<Strategy, 'validate' | 'validateUpdate'> {
  const { check = () => [], checkNew = check, checkChange = () => [] } = table[resource] ?? {};
  const checkFinalizers = finalizerCheckOf(resource);
  return {
    validate: (object) => [...checkFinalizers(object), ...checkNew(object)],
    validateUpdate: (object, old) => [...checkFinalizers(object), ...check(object), ...checkChange(object, old)],
  };
}
