// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type CSIDriver = types.CSIDriver;

export const CSIDriver: Kind<CSIDriver, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  singular: 'csidriver',
  scope: 'Cluster',
});
