// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ReplicaSet = types.ReplicaSet;

export const ReplicaSet: Kind<ReplicaSet, 'Namespaced', 'scale' | 'status'> = /* @__PURE__ */ defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  singular: 'replicaset',
  scope: 'Namespaced',
  shortNames: ['rs'],
  categories: ['all'],
  subresources: ['scale', 'status'],
});
