// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type HorizontalPodAutoscaler = types.HorizontalPodAutoscaler;

export const HorizontalPodAutoscaler: Kind<HorizontalPodAutoscaler, 'Namespaced', 'status'> = /* @__PURE__ */ defineKind({
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  singular: 'horizontalpodautoscaler',
  scope: 'Namespaced',
  shortNames: ['hpa'],
  categories: ['all'],
  subresources: ['status'],
});
