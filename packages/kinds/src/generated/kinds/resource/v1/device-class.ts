// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type DeviceClass = types.DeviceClass;

export const DeviceClass: Kind<DeviceClass, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'DeviceClass',
  plural: 'deviceclasses',
  singular: 'deviceclass',
  scope: 'Cluster',
});
