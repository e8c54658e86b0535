// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type SelfSubjectReview = types.SelfSubjectReview;

export const SelfSubjectReview: Kind<SelfSubjectReview, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  singular: 'selfsubjectreview',
  scope: 'Cluster',
});
