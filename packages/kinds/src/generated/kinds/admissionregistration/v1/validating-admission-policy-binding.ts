// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ValidatingAdmissionPolicyBinding = types.ValidatingAdmissionPolicyBinding;

export const ValidatingAdmissionPolicyBinding: Kind<ValidatingAdmissionPolicyBinding, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  plural: 'validatingadmissionpolicybindings',
  singular: 'validatingadmissionpolicybinding',
  scope: 'Cluster',
  categories: ['api-extensions'],
});
