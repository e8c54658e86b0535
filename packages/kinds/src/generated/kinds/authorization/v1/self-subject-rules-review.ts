// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type SelfSubjectRulesReview = types.SelfSubjectRulesReview;

export const SelfSubjectRulesReview: Kind<SelfSubjectRulesReview, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  singular: 'selfsubjectrulesreview',
  scope: 'Cluster',
});
