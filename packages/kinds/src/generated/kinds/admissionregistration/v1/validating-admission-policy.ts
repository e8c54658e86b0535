// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ValidatingAdmissionPolicy = types.ValidatingAdmissionPolicy;

export const ValidatingAdmissionPolicy: Kind<ValidatingAdmissionPolicy, 'Cluster', 'status'> = /* @__PURE__ */ defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicy',
  plural: 'validatingadmissionpolicies',
  singular: 'validatingadmissionpolicy',
  scope: 'Cluster',
  categories: ['api-extensions'],
  subresources: ['status'],
});
