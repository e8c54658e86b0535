// Written by `npm run facts:kinds`: do not edit.

import type { GroupResource } from '../../meta/v1/types.ts';
import type { Condition, ObjectMeta } from '@reeve/machinery';

export interface StorageVersionMigration {
  apiVersion?: 'storagemigration.k8s.io/v1';
  kind?: 'StorageVersionMigration';
  metadata: ObjectMeta;
  spec: StorageVersionMigrationSpec;
  status?: StorageVersionMigrationStatus;
}

export interface StorageVersionMigrationSpec {
  resource: GroupResource;
}

export interface StorageVersionMigrationStatus {
  conditions?: Condition[];
  resourceVersion?: string;
}
