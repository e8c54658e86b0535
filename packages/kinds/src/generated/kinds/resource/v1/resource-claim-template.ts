// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ResourceClaimTemplate = types.ResourceClaimTemplate;

export const ResourceClaimTemplate: Kind<ResourceClaimTemplate, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceClaimTemplate',
  plural: 'resourceclaimtemplates',
  singular: 'resourceclaimtemplate',
  scope: 'Namespaced',
});
