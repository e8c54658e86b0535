// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type FlowSchema = types.FlowSchema;

export const FlowSchema: Kind<FlowSchema, 'Cluster', 'status'> = /* @__PURE__ */ defineKind({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'FlowSchema',
  plural: 'flowschemas',
  singular: 'flowschema',
  scope: 'Cluster',
  subresources: ['status'],
});
