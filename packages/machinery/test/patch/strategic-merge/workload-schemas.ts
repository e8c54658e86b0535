/**
 * The patch schemas of the parts of Pods, Deployments, Services and disruption budgets that the vectors use.
 */
import type { PatchSchema } from '@reeve/machinery';

const metadata: PatchSchema = {
  fields: {
    finalizers: { strategy: 'merge' },
    ownerReferences: { strategy: 'merge', mergeKey: 'uid' },
  },
};

const container: PatchSchema = {
  fields: {
    env: { strategy: 'merge', mergeKey: 'name' },
    ports: { strategy: 'merge', mergeKey: 'containerPort' },
    volumeMounts: { strategy: 'merge', mergeKey: 'mountPath' },
  },
};

const podSpec: PatchSchema = {
  fields: {
    containers: { strategy: 'merge', mergeKey: 'name', items: container },
    initContainers: { strategy: 'merge', mergeKey: 'name', items: container },
    volumes: { strategy: 'merge', retainKeys: true, mergeKey: 'name' },
    imagePullSecrets: { strategy: 'merge', mergeKey: 'name' },
    hostAliases: { strategy: 'merge', mergeKey: 'ip' },
    topologySpreadConstraints: { strategy: 'merge', mergeKey: 'topologyKey' },
  },
};

const conditions: PatchSchema = { strategy: 'merge', mergeKey: 'type' };

const pod: PatchSchema = { fields: { metadata, spec: podSpec, status: { fields: { conditions } } } };

const deployment: PatchSchema = {
  fields: {
    metadata,
    spec: { fields: { strategy: { retainKeys: true }, template: { fields: { metadata, spec: podSpec } } } },
    status: { fields: { conditions } },
  },
};

const service: PatchSchema = {
  fields: {
    metadata,
    spec: { fields: { ports: { strategy: 'merge', mergeKey: 'port' } } },
    status: { fields: { conditions } },
  },
};

const disruptionBudget: PatchSchema = {
  fields: { metadata, spec: { fields: { selector: { strategy: 'replace' } } } },
};

/** Patch schemas by kind. */
export const schemas = {
  Pod: pod,
  Deployment: deployment,
  Service: service,
  PodDisruptionBudget: disruptionBudget,
} satisfies Record<string, PatchSchema>;

/** A kind that has a schema here. */
export type SchemaKind = keyof typeof schemas;
