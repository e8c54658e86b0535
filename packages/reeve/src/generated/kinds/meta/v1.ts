// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/meta/v1';
