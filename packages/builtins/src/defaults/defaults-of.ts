/**
 * The defaults of every built-in resource, as one table: resources that are not in it have none. Upstream: the generated SetObjectDefaults_… functions.
 */
import type { ApiObject } from '@reeve/registry';
import * as admission from './admission-registration.ts';
import * as autoscaler from './autoscaler.ts';
import * as definition from './custom-resource-definition.ts';
import type { Fill } from './fill.ts';
import * as network from './network.ts';
import * as claim from './persistent-volume-claim.ts';
import { persistentVolumeDefaults } from './persistent-volume.ts';
import * as pod from './pod.ts';
import { serviceDefaults } from './service.ts';
import * as storage from './storage.ts';
import * as various from './various.ts';
import * as workload from './workload.ts';

const table: Readonly<Record<string, Fill>> = {
  endpoints: network.endpointsDefaults,
  limitranges: various.limitRangeDefaults,
  namespaces: various.namespaceDefaults,
  nodes: various.nodeDefaults,
  persistentvolumeclaims: claim.claimDefaults,
  persistentvolumes: persistentVolumeDefaults,
  pods: pod.podDefaults,
  podtemplates: pod.podTemplateObjectDefaults,
  replicationcontrollers: workload.replicationControllerDefaults,
  secrets: various.secretDefaults,
  services: serviceDefaults,
  'admissionregistration.k8s.io/mutatingadmissionpolicies': admission.policyDefaults,
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings': admission.policyBindingDefaults,
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': admission.mutatingWebhooksDefaults,
  'admissionregistration.k8s.io/validatingadmissionpolicies': admission.policyDefaults,
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': admission.policyBindingDefaults,
  'admissionregistration.k8s.io/validatingwebhookconfigurations': admission.validatingWebhooksDefaults,
  'apiextensions.k8s.io/customresourcedefinitions': definition.definitionDefaults,
  'apiregistration.k8s.io/apiservices': definition.apiServiceDefaults,
  'apps/daemonsets': workload.daemonSetDefaults,
  'apps/deployments': workload.deploymentDefaults,
  'apps/replicasets': workload.replicaSetDefaults,
  'apps/statefulsets': workload.statefulSetDefaults,
  'autoscaling/horizontalpodautoscalers': autoscaler.autoscalerDefaults,
  'batch/cronjobs': workload.cronJobDefaults,
  'batch/jobs': workload.jobDefaults,
  'discovery.k8s.io/endpointslices': network.endpointSliceDefaults,
  'flowcontrol.apiserver.k8s.io/flowschemas': various.flowSchemaDefaults,
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': various.priorityLevelDefaults,
  'networking.k8s.io/ingressclasses': network.ingressClassDefaults,
  'networking.k8s.io/ingresses': network.ingressDefaults,
  'networking.k8s.io/networkpolicies': network.networkPolicyDefaults,
  'rbac.authorization.k8s.io/clusterrolebindings': various.roleBindingDefaults,
  'rbac.authorization.k8s.io/rolebindings': various.roleBindingDefaults,
  'resource.k8s.io/resourceclaims': various.resourceClaimDefaults,
  'resource.k8s.io/resourceclaimtemplates': various.resourceClaimTemplateDefaults,
  'scheduling.k8s.io/priorityclasses': various.priorityClassDefaults,
  'storage.k8s.io/csidrivers': storage.csiDriverDefaults,
  'storage.k8s.io/storageclasses': storage.storageClassDefaults,
};

/** What completes the objects of a resource, given as `plural` or `group/plural`, in one of its versions. */
export function defaultsOf(resource: string, version: string): (object: ApiObject) => ApiObject {
  const complete =
    resource === 'autoscaling/horizontalpodautoscalers' && version === 'v1'
      ? autoscaler.autoscalerV1Defaults
      : table[resource];
  return complete ? (object) => complete(object) as ApiObject : (object) => object; // defaults leave metadata an object
}
