/**
 * How the built-in resources differ in what a write or a delete does, as tables of names. A real server was asked for each of them.
 * Upstream: AllowCreateOnUpdate, AllowUnconditionalUpdate, PrepareForCreate, ReturnDeletedObject of kubernetes pkg/registry.
 */

/** Facts about one resource. */
export interface StrategyFacts {
  readonly createsOnUpdate: boolean;
  readonly updatesUnconditionally: boolean;
  readonly countsGenerations: boolean;
  readonly returnsDeleted: boolean;
  readonly orphansByDefault: boolean;
}

/** The facts about a resource, given as `plural` or `group/plural`. */
export const strategyFactsOf = (resource: string): StrategyFacts => ({
  createsOnUpdate: createsOnUpdate.has(resource),
  updatesUnconditionally: !insistsOnVersion.has(resource),
  countsGenerations: countsGenerations.has(resource),
  returnsDeleted: returnsDeleted.has(resource),
  orphansByDefault: orphansByDefault.has(resource),
});

const inGroup = (group: string, plurals: string): string[] =>
  plurals.split(' ').map((plural) => (group === '' ? plural : `${group}/${plural}`));

const policies =
  'mutatingadmissionpolicies mutatingadmissionpolicybindings mutatingwebhookconfigurations validatingadmissionpolicies validatingadmissionpolicybindings validatingwebhookconfigurations';

/** A PUT to a name that is not there creates it. */
const createsOnUpdate = new Set([
  ...inGroup('', 'endpoints events limitranges services'),
  ...inGroup('events.k8s.io', 'events'),
  ...inGroup('rbac.authorization.k8s.io', 'clusterrolebindings clusterroles rolebindings roles'),
  ...inGroup('coordination.k8s.io', 'leases'),
  ...inGroup('node.k8s.io', 'runtimeclasses'),
]);

/** A PUT must say which version it replaces. */
const insistsOnVersion = new Set([
  ...inGroup('apiregistration.k8s.io', 'apiservices'),
  ...inGroup('policy', 'poddisruptionbudgets'),
  ...inGroup('storage.k8s.io', 'csidrivers csinodes csistoragecapacities volumeattachments'),
  ...inGroup('admissionregistration.k8s.io', policies),
  ...inGroup('apiextensions.k8s.io', 'customresourcedefinitions'),
  ...inGroup('certificates.k8s.io', 'clustertrustbundles podcertificaterequests'),
  ...inGroup('coordination.k8s.io', 'leases'),
  ...inGroup('node.k8s.io', 'runtimeclasses'),
  ...inGroup('resource.k8s.io', 'devicetaintrules'),
  ...inGroup('storagemigration.k8s.io', 'storageversionmigrations'),
]);

/** `metadata.generation` belongs to the server. */
const countsGenerations = new Set([
  ...inGroup('', 'pods podtemplates replicationcontrollers'),
  ...inGroup('apps', 'daemonsets deployments replicasets statefulsets'),
  ...inGroup('autoscaling', 'horizontalpodautoscalers'),
  ...inGroup('batch', 'cronjobs jobs'),
  ...inGroup('networking.k8s.io', 'ingressclasses ingresses networkpolicies'),
  ...inGroup('policy', 'poddisruptionbudgets'),
  ...inGroup('admissionregistration.k8s.io', policies),
  ...inGroup('apiextensions.k8s.io', 'customresourcedefinitions'),
  ...inGroup('scheduling.k8s.io', 'priorityclasses'),
  ...inGroup('discovery.k8s.io', 'endpointslices'),
  ...inGroup('resource.k8s.io', 'deviceclasses devicetaintrules resourceslices'),
  ...inGroup('flowcontrol.apiserver.k8s.io', 'flowschemas prioritylevelconfigurations'),
]);

/** A delete answers with the object. */
const returnsDeleted = new Set([
  ...inGroup('', 'persistentvolumeclaims persistentvolumes pods podtemplates resourcequotas serviceaccounts services'),
  ...inGroup('storage.k8s.io', 'csidrivers csinodes storageclasses volumeattachments volumeattributesclasses'),
  ...inGroup('resource.k8s.io', 'deviceclasses resourceclaims resourceclaimtemplates resourceslices'),
]);

/** Kinds that are older than the garbage collector leave their dependents alone. */
const orphansByDefault = new Set([...inGroup('', 'replicationcontrollers'), ...inGroup('batch', 'jobs')]);
