// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/admissionregistration/v1/mutating-webhook-configuration';
