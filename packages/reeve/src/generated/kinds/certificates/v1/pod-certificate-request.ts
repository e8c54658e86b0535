// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/certificates/v1/pod-certificate-request';
