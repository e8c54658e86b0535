/**
 * What the server does to the objects of every built-in resource on their way into the store, as one table.
 */
import { fieldsAt, hasAt, itemsAt, type ApiObject } from '@reeve/registry';
import { emptyStatusOf, keepsStatusOnCreate } from './empty-status.ts';
import { namespacePreparation } from './namespace.ts';
import { podPreparation } from './pod.ts';
import type { Preparation } from './preparation.ts';
import { keepMetadataOf } from './status-metadata.ts';
import { volumePreparation } from './persistent-volume.ts';
import { servicePreparation } from './service.ts';
import { daemonSetPreparation, deploymentPreparation, jobPreparation } from './workload.ts';

/** Leases for elections among several candidates are a feature that is off by default. */
const leasePreparation: Preparation = {
  prepareForCreate: withoutElection,
  prepareForUpdate: withoutElection,
};

function withoutElection(lease: ApiObject): ApiObject {
  const { strategy: _strategy, preferredHolder: _holder, ...spec } = fieldsAt(lease, 'spec');
  return hasAt(lease, 'spec', 'strategy') || hasAt(lease, 'spec', 'preferredHolder') ? { ...lease, spec } : lease;
}

/** Labels say which Service a slice belongs to, so that a change of theirs is one of the slice. */
const slicePreparation: Preparation = {
  prepareForCreate: (slice) => withoutTopology(slice),
  prepareForUpdate: (slice, old) =>
    itemsAt(old, 'endpoints').some((endpoint) => hasAt(endpoint, 'deprecatedTopology'))
      ? slice
      : withoutTopology(slice),
  substance: ({ metadata, apiVersion: _apiVersion, kind: _kind, ...rest }) => ({
    ...rest,
    labels: metadata.labels ?? {},
  }),
};

/** Where an endpoint is has fields of its own now. */
function withoutTopology(slice: ApiObject): ApiObject {
  const endpoints = itemsAt(slice, 'endpoints');
  if (!endpoints.some((endpoint) => hasAt(endpoint, 'deprecatedTopology'))) return slice;
  return { ...slice, endpoints: endpoints.map(({ deprecatedTopology: _topology, ...endpoint }) => endpoint) };
}

/** The value of a class never changes, and what does is not counted. */
const priorityClassPreparation: Preparation = { substance: () => null };

/** What drivers say of the health of storage is a feature that is off by default. */
const nodeDriversPreparation: Preparation = {
  prepareForStatusUpdate: (node, old) => {
    if (hasAt(old, 'status', 'storageHealth')) return node;
    const { storageHealth: _off, ...status } = fieldsAt(node, 'status');
    return { ...node, status };
  },
};

/** What was asked for is not changed afterwards. */
const requestPreparation: Preparation = {
  prepareForUpdate: (request, old) => ({ ...request, spec: fieldsAt(old, 'spec') }),
  prepareForStatusUpdate: (request, old) => {
    const decided = itemsAt(old, 'status', 'conditions').filter(({ type }) => type === 'Approved' || type === 'Denied');
    const kept = itemsAt(request, 'status', 'conditions').map(
      (condition) => decided.find(({ type }) => type === condition['type']) ?? condition,
    );
    const status = fieldsAt(request, 'status');
    return { ...request, status: { ...status, ...(kept.length > 0 && { conditions: kept }) } };
  },
};

const table: Readonly<Record<string, Preparation>> = {
  namespaces: namespacePreparation,
  persistentvolumes: volumePreparation,
  pods: podPreparation,
  services: servicePreparation,
  'apps/daemonsets': daemonSetPreparation,
  'apps/deployments': deploymentPreparation,
  'batch/jobs': jobPreparation,
  'certificates.k8s.io/certificatesigningrequests': requestPreparation,
  'coordination.k8s.io/leases': leasePreparation,
  'discovery.k8s.io/endpointslices': slicePreparation,
  'scheduling.k8s.io/priorityclasses': priorityClassPreparation,
  'storage.k8s.io/csinodes': nodeDriversPreparation,
};

/** The preparation of a resource's objects, given as `plural` or `group/plural`, in one of its versions. */
export function preparationOf(resource: string, version: string, hasStatus: boolean): Preparation {
  const own = table[resource] ?? {};
  if (!hasStatus) return own;
  const status = emptyStatusOf(resource, version);
  const cleared = (object: ApiObject): ApiObject => (keepsStatusOnCreate(resource) ? object : { ...object, status });
  const keepMetadata = keepMetadataOf(resource);
  return {
    ...own,
    prepareForCreate: (object) => own.prepareForCreate?.(cleared(object)) ?? cleared(object),
    prepareForStatusUpdate: (object, old) => {
      const kept = keepMetadata(object, old);
      return own.prepareForStatusUpdate?.(kept, old) ?? kept;
    },
  };
}
