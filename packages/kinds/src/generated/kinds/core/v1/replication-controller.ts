// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ReplicationController = types.ReplicationController;

export const ReplicationController: Kind<ReplicationController, 'Namespaced', 'scale' | 'status'> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  singular: 'replicationcontroller',
  scope: 'Namespaced',
  shortNames: ['rc'],
  categories: ['all'],
  subresources: ['scale', 'status'],
});
