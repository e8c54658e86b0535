// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/apiextensions/v1/custom-resource-definition';
