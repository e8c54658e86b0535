// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type APIService = types.APIService;

export const APIService: Kind<APIService, 'Cluster', 'status'> = /* @__PURE__ */ defineKind({
  group: 'apiregistration.k8s.io',
  version: 'v1',
  kind: 'APIService',
  plural: 'apiservices',
  singular: 'apiservice',
  scope: 'Cluster',
  categories: ['api-extensions'],
  subresources: ['status'],
});
