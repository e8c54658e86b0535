// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/networking/v1/service-cidr';
