// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ClusterRoleBinding = types.ClusterRoleBinding;

export const ClusterRoleBinding: Kind<ClusterRoleBinding, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  singular: 'clusterrolebinding',
  scope: 'Cluster',
});
