// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type CSINode = types.CSINode;

export const CSINode: Kind<CSINode, 'Cluster', 'status'> = /* @__PURE__ */ defineKind({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSINode',
  plural: 'csinodes',
  singular: 'csinode',
  scope: 'Cluster',
  subresources: ['status'],
});
