// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ResourceQuota = types.ResourceQuota;

export const ResourceQuota: Kind<ResourceQuota, 'Namespaced', 'status'> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  singular: 'resourcequota',
  scope: 'Namespaced',
  shortNames: ['quota'],
  subresources: ['status'],
});
