// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type PriorityClass = types.PriorityClass;

export const PriorityClass: Kind<PriorityClass, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  singular: 'priorityclass',
  scope: 'Cluster',
  shortNames: ['pc'],
});
