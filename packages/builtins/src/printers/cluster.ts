/**
 * The rows of nodes, namespaces and what else a cluster is made of.
 */
import { fieldsAt, hasAt, itemsAt, numberAt, textAt, valueAt, type ApiObject, type Printer } from '@reeve/registry';
import { printAge } from '@reeve/machinery';
import { ageOf, conditionOf, nameOf, orElse, quantityAt, setOr } from './print.ts';

const nameAndAge: Printer = (object, now) => [nameOf(object), ageOf(object, now)];

const countOf = (value: unknown, ...path: readonly string[]): number => Object.keys(fieldsAt(value, ...path)).length;

const nodes: Printer = (node, now) => {
  const { osImage, kernelVersion, containerRuntimeVersion, architecture } = fieldsAt(
    node,
    'status',
    'nodeInfo',
  ) as Record<string, string>;
  return [
    nameOf(node),
    nodeStatus(node),
    orElse(nodeRoles(node).join(','), '<none>'),
    ageOf(node, now),
    textAt(node, 'status', 'nodeInfo', 'kubeletVersion'),
    nodeAddress(node, 'InternalIP'),
    nodeAddress(node, 'ExternalIP'),
    osImage || '<unknown>',
    `${kernelVersion || '<unknown>'}${architecture ? ` (${architecture})` : ''}`,
    containerRuntimeVersion || '<unknown>',
  ];
};

const resourceQuotas: Printer = (quota, now) => {
  const names = Object.keys(fieldsAt(quota, 'status', 'hard')).toSorted();
  const print = (name: string): string =>
    `${name}: ${quantityAt(quota, 'status', 'used', name)}/${quantityAt(quota, 'status', 'hard', name)}`;
  const isLimit = (name: string): boolean => name.startsWith('limits.');
  const column = (chosen: readonly string[]): string => chosen.map(print).join(', ');
  return [
    nameOf(quota),
    column(names.filter((name) => !isLimit(name))),
    column(names.filter(isLimit)),
    ageOf(quota, now),
  ];
};

const componentStatuses: Printer = (object) => {
  const healthy = itemsAt(object, 'conditions').find((condition) => textAt(condition, 'type') === 'Healthy');
  const status = healthy === undefined ? 'Unknown' : textAt(healthy, 'status') === 'True' ? 'Healthy' : 'Unhealthy';
  return [nameOf(object), status, textAt(healthy, 'message'), textAt(healthy, 'error')];
};

const apiServices: Printer = (object, now) => {
  const available = conditionOf(object, 'Available');
  const status = textAt(available, 'status');
  const reason = textAt(available, 'reason');
  return [
    nameOf(object),
    hasAt(object, 'spec', 'service')
      ? `${textAt(object, 'spec', 'service', 'namespace')}/${textAt(object, 'spec', 'service', 'name')}`
      : 'Local',
    available === undefined ? 'Unknown' : status !== 'True' && reason !== '' ? `${status} (${reason})` : status,
    ageOf(object, now),
  ];
};

export const clusterCells: Readonly<Record<string, Printer>> = {
  componentstatuses: componentStatuses,
  configmaps: (object, now) => [
    nameOf(object),
    countOf(object, 'data') + countOf(object, 'binaryData'),
    ageOf(object, now),
  ],
  namespaces: (object, now) => [nameOf(object), textAt(object, 'status', 'phase'), ageOf(object, now)],
  nodes,
  resourcequotas: resourceQuotas,
  secrets: (object, now) => [nameOf(object), textAt(object, 'type'), countOf(object, 'data'), ageOf(object, now)],
  serviceaccounts: nameAndAge,
  'apiregistration.k8s.io/apiservices': apiServices,
  'coordination.k8s.io/leases': (object, now) => [
    nameOf(object),
    textAt(object, 'spec', 'holderIdentity'),
    ageOf(object, now),
  ],
  'node.k8s.io/runtimeclasses': (object, now) => [nameOf(object), textAt(object, 'handler'), ageOf(object, now)],
  'resource.k8s.io/deviceclasses': nameAndAge,
  'resource.k8s.io/devicetaintrules': (rule, now) => {
    const added = textAt(rule, 'spec', 'taint', 'timeAdded');
    return [
      nameOf(rule),
      ...['key', 'value', 'effect'].map((name) => textAt(rule, 'spec', 'taint', name)),
      added === '' ? '' : printAge(added, now),
      ageOf(rule, now),
    ];
  },
  'resource.k8s.io/resourceclaims': (object, now) => [nameOf(object), claimState(object), ageOf(object, now)],
  'resource.k8s.io/resourceclaimtemplates': nameAndAge,
  'resource.k8s.io/resourceslices': (object, now) => [
    nameOf(object),
    textAt(object, 'spec', 'nodeName'),
    textAt(object, 'spec', 'driver'),
    textAt(object, 'spec', 'pool', 'name'),
    ageOf(object, now),
  ],
  'scheduling.k8s.io/priorityclasses': (object, now) => [
    nameOf(object),
    numberAt(object, 'value'),
    object['globalDefault'] === true,
    ageOf(object, now),
    setOr(object['preemptionPolicy'], ''),
  ],
  'storagemigration.k8s.io/storageversionmigrations': (migration) => [
    nameOf(migration),
    ['resource', 'group'].flatMap((name) => textAt(migration, 'spec', 'resource', name) || []).join('.'),
    migrationState(migration),
  ],
};

/** The last of the known conditions that is true. */
function migrationState(migration: ApiObject): string {
  const types = itemsAt(migration, 'status', 'conditions')
    .filter((condition) => textAt(condition, 'status') === 'True')
    .map((condition) => textAt(condition, 'type'));
  return types.findLast((type) => ['Running', 'Failed', 'Succeeded'].includes(type)) ?? 'Unknown';
}

function nodeStatus(node: ApiObject): string {
  const ready = conditionOf(node, 'Ready');
  const status = ready === undefined ? 'Unknown' : textAt(ready, 'status') === 'True' ? 'Ready' : 'NotReady';
  return valueAt(node, 'spec', 'unschedulable') === true ? `${status},SchedulingDisabled` : status;
}

/** Roles are labels, under a prefix or as the value of an older key. */
function nodeRoles({ metadata: { labels = {} } }: ApiObject): readonly string[] {
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.entries(labels).map(([key, value]) =>
    key.startsWith(prefix) ? key.slice(prefix.length) : key === 'kubernetes.io/role' ? value : '',
  );
  return [...new Set(roles.filter((role) => role !== ''))].toSorted();
}

const nodeAddress = (node: ApiObject, type: string): string => {
  const found = itemsAt(node, 'status', 'addresses').find((address) => textAt(address, 'type') === type);
  return found === undefined ? '<none>' : textAt(found, 'address');
};

function claimState(claim: ApiObject): string {
  const isDeleted = Boolean(claim.metadata.deletionTimestamp);
  const isAllocated = hasAt(claim, 'status', 'allocation');
  const isReserved = isAllocated && itemsAt(claim, 'status', 'reservedFor').length > 0;
  const states = {
    deleted: isDeleted,
    pending: !isDeleted && !isAllocated,
    allocated: isAllocated,
    reserved: isReserved,
  };
  return Object.entries(states)
    .filter(([, holds]) => holds)
    .map(([state]) => state)
    .join(',');
}
