// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type DeviceTaintRule = types.DeviceTaintRule;

export const DeviceTaintRule: Kind<DeviceTaintRule, 'Cluster', 'status'> = /* @__PURE__ */ defineKind({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'DeviceTaintRule',
  plural: 'devicetaintrules',
  singular: 'devicetaintrule',
  scope: 'Cluster',
  subresources: ['status'],
});
