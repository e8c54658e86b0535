// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type SelfSubjectAccessReview = types.SelfSubjectAccessReview;

export const SelfSubjectAccessReview: Kind<SelfSubjectAccessReview, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  singular: 'selfsubjectaccessreview',
  scope: 'Cluster',
});
