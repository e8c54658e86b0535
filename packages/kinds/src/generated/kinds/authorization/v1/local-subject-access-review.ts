// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type LocalSubjectAccessReview = types.LocalSubjectAccessReview;

export const LocalSubjectAccessReview: Kind<LocalSubjectAccessReview, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'LocalSubjectAccessReview',
  plural: 'localsubjectaccessreviews',
  singular: 'localsubjectaccessreview',
  scope: 'Namespaced',
});
