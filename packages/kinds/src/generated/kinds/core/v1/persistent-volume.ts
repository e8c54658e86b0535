// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type PersistentVolume = types.PersistentVolume;

export const PersistentVolume: Kind<PersistentVolume, 'Cluster', 'status'> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  singular: 'persistentvolume',
  scope: 'Cluster',
  shortNames: ['pv'],
  subresources: ['status'],
});
