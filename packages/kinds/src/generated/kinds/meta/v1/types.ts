// Written by `npm run facts:kinds`: do not edit.

import type { RawExtension } from '@reeve/machinery';

export interface APIResource {
  categories?: string[];
  group?: string;
  kind: string;
  name: string;
  namespaced: boolean;
  shortNames?: string[];
  singularName: string;
  storageVersionHash?: string;
  verbs: string[];
  version?: string;
}

export interface APIResourceList {
  apiVersion?: 'v1';
  groupVersion: string;
  kind?: 'APIResourceList';
  resources: APIResource[];
}

export interface DeleteOptions {
  apiVersion?: string;
  dryRun?: string[];
  gracePeriodSeconds?: number;
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
  kind?: string;
  orphanDependents?: boolean;
  preconditions?: Preconditions;
  propagationPolicy?: string;
}

export interface FieldSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
}

export interface GroupResource {
  group: string;
  resource: string;
}

export interface Preconditions {
  resourceVersion?: string;
  uid?: string;
}

export interface ShardInfo {
  selector: string;
}

export interface WatchEvent {
  object: RawExtension;
  type: string;
}
