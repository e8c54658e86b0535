// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/storage/v1/csi-driver';
