// Written by `npm run facts:kinds`: do not edit.

export { HorizontalPodAutoscaler } from './v1/horizontal-pod-autoscaler.ts';
export type { CrossVersionObjectReference, HorizontalPodAutoscalerSpec, HorizontalPodAutoscalerStatus, Scale, ScaleSpec, ScaleStatus } from './v1/types.ts';
