// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/autoscaling/v1/horizontal-pod-autoscaler';
