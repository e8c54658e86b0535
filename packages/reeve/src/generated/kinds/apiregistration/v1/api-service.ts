// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/apiregistration/v1/api-service';
