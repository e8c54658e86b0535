// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/authentication/v1/token-review';
