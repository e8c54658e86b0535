// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type MutatingWebhookConfiguration = types.MutatingWebhookConfiguration;

export const MutatingWebhookConfiguration: Kind<MutatingWebhookConfiguration, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingWebhookConfiguration',
  plural: 'mutatingwebhookconfigurations',
  singular: 'mutatingwebhookconfiguration',
  scope: 'Cluster',
  categories: ['api-extensions'],
});
