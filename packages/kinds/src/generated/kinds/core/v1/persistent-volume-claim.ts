// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type PersistentVolumeClaim = types.PersistentVolumeClaim;

export const PersistentVolumeClaim: Kind<PersistentVolumeClaim, 'Namespaced', 'status'> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  singular: 'persistentvolumeclaim',
  scope: 'Namespaced',
  shortNames: ['pvc'],
  subresources: ['status'],
});
