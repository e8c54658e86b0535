// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/storagemigration/v1/storage-version-migration';
