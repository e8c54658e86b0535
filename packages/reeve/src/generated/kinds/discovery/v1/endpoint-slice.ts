// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/discovery/v1/endpoint-slice';
