// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ValidatingWebhookConfiguration = types.ValidatingWebhookConfiguration;

export const ValidatingWebhookConfiguration: Kind<ValidatingWebhookConfiguration, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
  singular: 'validatingwebhookconfiguration',
  scope: 'Cluster',
  categories: ['api-extensions'],
});
