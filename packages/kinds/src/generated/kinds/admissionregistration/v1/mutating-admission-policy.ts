// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type MutatingAdmissionPolicy = types.MutatingAdmissionPolicy;

export const MutatingAdmissionPolicy: Kind<MutatingAdmissionPolicy, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicy',
  plural: 'mutatingadmissionpolicies',
  singular: 'mutatingadmissionpolicy',
  scope: 'Cluster',
  categories: ['api-extensions'],
});
