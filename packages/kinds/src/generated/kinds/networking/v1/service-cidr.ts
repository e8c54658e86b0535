// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ServiceCIDR = types.ServiceCIDR;

export const ServiceCIDR: Kind<ServiceCIDR, 'Cluster', 'status'> = /* @__PURE__ */ defineKind({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'ServiceCIDR',
  plural: 'servicecidrs',
  singular: 'servicecidr',
  scope: 'Cluster',
  subresources: ['status'],
});
