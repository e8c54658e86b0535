/**
 * The rules of every built-in resource, as one table: for objects by themselves, for changes of what was there, and for changes through own.
 * Loaded with the first write. Upstream: Validate and ValidateUpdate of the strategies in kubernetes pkg/registry.
 */
import { fieldsAt, type ApiObject, type FieldError, type Strategy } from '@reeve/registry';
import { autoscalerBounds, autoscalerProblems } from './autoscaler.ts';
import {
  approvalProblems,
  declaredRequestProblems,
  requestChangeProblems,
  requestProblems,
} from './certificate-request.ts';
import * as config from './config.ts';
import { cronJobProblems, missingSchedule, newCronJobProblems } from './cron-job.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import { finalizeProblems, finalizerCheckOf } from './finalizers.ts';
import * as jobs from './jobs.ts';
import { limitRangeProblems } from './limit-range.ts';
import { apiServiceNameProblems } from './named-after-content.ts';
import * as ingress from './ingress.ts';
import { networkPolicyProblems } from './network-policy.ts';
import { deviceTaintRuleProblems } from './device-taints.ts';
import { declaredNodeProblems, newNodeProblems, nodeChangeProblems } from './node.ts';
import { volumeChangeProblems, volumeProblems } from './persistent-volume.ts';
import { podChangeProblems } from './pod/change.ts';
import { podCertificateRequestChange, podCertificateRequestProblems } from './pod-certificate-request.ts';
import { ephemeralContainerProblems, resizeProblems } from './pod/subresource-rules.ts';
import { newPodProblems, podTemplateProblems } from './pod/pod.ts';
import * as policies from './policies.ts';
import * as quotas from './quotas.ts';
import * as roles from './roles.ts';
import { serviceChangeProblems } from './service-addresses.ts';
import { serviceProblems } from './service.ts';
import { statefulSetChangeProblems, statefulSetProblems } from './stateful-set.ts';
import { statusProblemsOf } from './status.ts';
import * as storage from './storage.ts';
import { migrationChangeProblems, migrationProblems } from './storage-migration.ts';
import { trustBundleProblems, trustBundleUpdateProblems } from './trust-bundles.ts';
import * as various from './various.ts';
import { webhooksProblems } from './webhooks.ts';
import * as workloads from './workloads.ts';

interface Rules {
  /** What must hold of an object, new or changed. */
  readonly check?: (object: ApiObject) => readonly FieldError[];
  /** What must hold of a new object, where that is more. */
  readonly checkNew?: (object: ApiObject) => readonly FieldError[];
  /** What may not change. */
  readonly checkChange?: (object: ApiObject, old: ApiObject) => readonly FieldError[];
  /** What upstream declares with the fields of its types instead of checking it in code: told after everything else. */
  readonly declared?: (object: ApiObject, old?: ApiObject) => readonly FieldError[];
  /** True where what may not change is told before what is wrong with the object. */
  readonly isChangeFirst?: boolean;
}

const bindingKinds = ['Role', 'ClusterRole'];

const table: Readonly<Record<string, Rules>> = {
  configmaps: { check: config.configMapProblems, checkChange: config.configMapChangeProblems },
  endpoints: { check: endpoints.endpointsProblems },
  events: { check: events.eventProblems },
  limitranges: { check: limitRangeProblems },
  namespaces: { checkNew: various.namespaceProblems },
  nodes: {
    check: () => [],
    checkNew: newNodeProblems,
    checkChange: nodeChangeProblems,
    declared: declaredNodeProblems,
  },
  persistentvolumeclaims: { check: storage.claimProblems, checkChange: storage.claimChangeProblems },
  persistentvolumes: { check: volumeProblems, checkChange: volumeChangeProblems },
  pods: { check: () => [], checkNew: newPodProblems, checkChange: podChangeProblems },
  podtemplates: { check: (object) => podTemplateProblems(fieldsAt(object, 'template'), 'template') },
  replicationcontrollers: { check: workloads.replicationControllerProblems },
  resourcequotas: { check: quotas.quotaProblems, checkChange: quotas.quotaChangeProblems },
  secrets: { check: config.secretProblems, checkChange: config.secretChangeProblems, isChangeFirst: true },
  services: { check: serviceProblems, checkChange: serviceChangeProblems, isChangeFirst: true },
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': withoutStaticNames(
    policies.policyBindingProblems(true),
  ),
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': withoutStaticNames(
    policies.policyBindingProblems(false),
  ),
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': withoutStaticNames(webhooksProblems(true)),
  'admissionregistration.k8s.io/validatingwebhookconfigurations': withoutStaticNames(webhooksProblems(false)),
  'apiregistration.k8s.io/apiservices': { check: apiServiceNameProblems },
  'apps/controllerrevisions': { check: various.revisionProblems, checkChange: various.revisionChangeProblems },
  'apps/daemonsets': { check: workloads.daemonSetProblems, checkChange: workloads.fixedSelector, isChangeFirst: true },
  'apps/deployments': { check: workloads.deploymentProblems, checkChange: workloads.fixedSelector },
  'apps/replicasets': { check: workloads.replicaSetProblems, checkChange: workloads.fixedSelector },
  'apps/statefulsets': { check: statefulSetProblems, checkChange: statefulSetChangeProblems },
  'autoscaling/horizontalpodautoscalers': { check: autoscalerProblems, declared: autoscalerBounds },
  'batch/cronjobs': { check: cronJobProblems, checkNew: newCronJobProblems, declared: missingSchedule },
  'batch/jobs': { check: jobs.jobProblems, checkNew: jobs.newJobProblems, checkChange: jobs.jobChangeProblems },
  'certificates.k8s.io/certificatesigningrequests': {
    check: requestProblems,
    checkChange: requestChangeProblems,
    declared: declaredRequestProblems,
  },
  'certificates.k8s.io/clustertrustbundles': {
    check: () => [],
    checkNew: trustBundleProblems,
    checkChange: trustBundleUpdateProblems,
  },
  'certificates.k8s.io/podcertificaterequests': {
    check: () => [],
    checkNew: podCertificateRequestProblems,
    checkChange: podCertificateRequestChange,
  },
  'coordination.k8s.io/leases': { check: various.leaseProblems },
  'discovery.k8s.io/endpointslices': {
    check: endpoints.endpointSliceProblems,
    declared: endpoints.declaredSliceProblems,
  },
  'events.k8s.io/events': {
    check: () => [],
    checkNew: events.newerEventProblems,
    checkChange: events.newerEventChangeProblems,
  },
  'networking.k8s.io/ingressclasses': {
    check: ingress.ingressClassProblems,
    checkChange: ingress.ingressClassChangeProblems,
  },
  'networking.k8s.io/ingresses': { check: ingress.ingressProblems, checkNew: ingress.newIngressProblems },
  'networking.k8s.io/networkpolicies': { check: networkPolicyProblems },
  'node.k8s.io/runtimeclasses': {
    check: various.runtimeClassProblems,
    declared: various.handlerProblems,
  },
  'policy/poddisruptionbudgets': { check: various.budgetProblems },
  'rbac.authorization.k8s.io/clusterrolebindings': {
    check: roles.bindingProblems(['ClusterRole'], false),
    checkChange: roles.bindingChangeProblems,
  },
  'rbac.authorization.k8s.io/clusterroles': { check: roles.clusterRoleProblems, declared: roles.missingVerbs },
  'rbac.authorization.k8s.io/rolebindings': {
    check: roles.bindingProblems(bindingKinds, true),
    checkChange: roles.bindingChangeProblems,
  },
  'rbac.authorization.k8s.io/roles': { check: roles.roleProblems(true), declared: roles.missingVerbs },
  'resource.k8s.io/devicetaintrules': {
    check: () => [],
    checkNew: deviceTaintRuleProblems,
    checkChange: deviceTaintRuleProblems,
  },
  'scheduling.k8s.io/priorityclasses': {
    check: various.priorityClassProblems,
    checkChange: various.priorityClassChangeProblems,
  },
  'storage.k8s.io/csidrivers': { check: storage.csiDriverProblems },
  'storage.k8s.io/csinodes': { check: storage.csiNodeProblems },
  'storage.k8s.io/volumeattachments': { check: storage.attachmentProblems, declared: storage.attacherProblems },
  'storage.k8s.io/storageclasses': {
    check: storage.storageClassProblems,
    declared: storage.declaredClassProblems,
  },
  'storagemigration.k8s.io/storageversionmigrations': {
    check: migrationProblems,
    checkChange: migrationChangeProblems,
  },
};

/** Rules of objects that the server also reads from files, whose names clients cannot take. */
function withoutStaticNames(check: NonNullable<Rules['check']>): Rules {
  return { check, checkNew: (object) => [...check(object), ...policies.staticNameProblems(object)] };
}

/** The rules of policies, whose expressions somebody else compiles. */
export const policyRules = {
  mutating: policies.mutatingPolicyProblems,
  validating: policies.validatingPolicyProblems,
} satisfies Record<string, unknown>;

/** The rules of a resource's objects, given as `plural` or `group/plural`. */
export function rulesOf(resource: string): Pick<Strategy, 'validate' | 'validateUpdate' | 'validateStatusUpdate'> {
  const rules = table[resource] ?? {};
  const { check = nothing, checkNew = check, checkChange = nothing, declared = nothing, isChangeFirst } = rules;
  const checkFinalizers = finalizerCheckOf(resource);
  return {
    validate: (object) => [...checkFinalizers(object), ...checkNew(object), ...declared(object)],
    validateUpdate: (object, old) => {
      const [own, ofChange] = [check(object), checkChange(object, old)];
      const inOrder = isChangeFirst ? [...ofChange, ...own] : [...own, ...ofChange];
      return [...checkFinalizers(object), ...inOrder, ...declared(object, old)];
    },
    validateStatusUpdate: statusProblemsOf(resource),
  };
}

const nothing = (): readonly FieldError[] => [];

/** What may change through a subresource, by its name. */
export const subresourceRules = {
  approval: approvalProblems,
  ephemeralcontainers: ephemeralContainerProblems,
  finalize: finalizeProblems,
  resize: resizeProblems,
} satisfies Record<string, Strategy['validateUpdate']>;
