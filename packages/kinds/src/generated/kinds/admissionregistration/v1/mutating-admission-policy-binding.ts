// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type MutatingAdmissionPolicyBinding = types.MutatingAdmissionPolicyBinding;

export const MutatingAdmissionPolicyBinding: Kind<MutatingAdmissionPolicyBinding, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicyBinding',
  plural: 'mutatingadmissionpolicybindings',
  singular: 'mutatingadmissionpolicybinding',
  scope: 'Cluster',
  categories: ['api-extensions'],
});
