// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type StorageVersionMigration = types.StorageVersionMigration;

export const StorageVersionMigration: Kind<StorageVersionMigration, 'Cluster', 'status'> = /* @__PURE__ */ defineKind({
  group: 'storagemigration.k8s.io',
  version: 'v1',
  kind: 'StorageVersionMigration',
  plural: 'storageversionmigrations',
  singular: 'storageversionmigration',
  scope: 'Cluster',
  subresources: ['status'],
});
