// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/scheduling/v1alpha3';
