// Written by `npm run facts:kinds`: do not edit.

export { StorageVersionMigration } from './v1/storage-version-migration.ts';
export type { StorageVersionMigrationSpec, StorageVersionMigrationStatus } from './v1/types.ts';
