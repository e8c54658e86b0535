// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ResourceClaim = types.ResourceClaim;

export const ResourceClaim: Kind<ResourceClaim, 'Namespaced', 'status'> = /* @__PURE__ */ defineKind({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceClaim',
  plural: 'resourceclaims',
  singular: 'resourceclaim',
  scope: 'Namespaced',
  subresources: ['status'],
});
