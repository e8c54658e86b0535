// Written by `npm run facts:kinds`: do not edit.

import type { LabelSelector, ObjectMeta } from '@reeve/machinery';

export interface AggregationRule {
  clusterRoleSelectors?: LabelSelector[];
}

export interface ClusterRole {
  aggregationRule?: AggregationRule;
  apiVersion?: 'rbac.authorization.k8s.io/v1';
  kind?: 'ClusterRole';
  metadata: ObjectMeta;
  rules?: PolicyRule[];
}

export interface ClusterRoleBinding {
  apiVersion?: 'rbac.authorization.k8s.io/v1';
  kind?: 'ClusterRoleBinding';
  metadata: ObjectMeta;
  roleRef: RoleRef;
  subjects?: Subject[];
}

export interface PolicyRule {
  apiGroups?: string[];
  nonResourceURLs?: string[];
  resourceNames?: string[];
  resources?: string[];
  verbs: string[];
}

export interface Role {
  apiVersion?: 'rbac.authorization.k8s.io/v1';
  kind?: 'Role';
  metadata: ObjectMeta;
  rules?: PolicyRule[];
}

export interface RoleBinding {
  apiVersion?: 'rbac.authorization.k8s.io/v1';
  kind?: 'RoleBinding';
  metadata: ObjectMeta;
  roleRef: RoleRef;
  subjects?: Subject[];
}

export interface RoleRef {
  apiGroup?: string;
  kind: string;
  name: string;
}

export interface Subject {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
}
