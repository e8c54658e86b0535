// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ResourceSlice = types.ResourceSlice;

export const ResourceSlice: Kind<ResourceSlice, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceSlice',
  plural: 'resourceslices',
  singular: 'resourceslice',
  scope: 'Cluster',
});
