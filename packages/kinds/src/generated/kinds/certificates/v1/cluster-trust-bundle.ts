// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ClusterTrustBundle = types.ClusterTrustBundle;

export const ClusterTrustBundle: Kind<ClusterTrustBundle, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'ClusterTrustBundle',
  plural: 'clustertrustbundles',
  singular: 'clustertrustbundle',
  scope: 'Cluster',
});
