// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type SubjectAccessReview = types.SubjectAccessReview;

export const SubjectAccessReview: Kind<SubjectAccessReview, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  singular: 'subjectaccessreview',
  scope: 'Cluster',
});
