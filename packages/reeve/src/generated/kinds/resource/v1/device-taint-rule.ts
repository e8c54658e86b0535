// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/resource/v1/device-taint-rule';
