// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/apps/v1/deployment';
