// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/core/v1/endpoints';
