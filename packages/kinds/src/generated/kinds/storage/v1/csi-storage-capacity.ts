// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type CSIStorageCapacity = types.CSIStorageCapacity;

export const CSIStorageCapacity: Kind<CSIStorageCapacity, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  singular: 'csistoragecapacity',
  scope: 'Namespaced',
});
