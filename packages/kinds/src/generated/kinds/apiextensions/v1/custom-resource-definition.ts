// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type CustomResourceDefinition = types.CustomResourceDefinition;

export const CustomResourceDefinition: Kind<CustomResourceDefinition, 'Cluster', 'status'> = /* @__PURE__ */ defineKind({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  singular: 'customresourcedefinition',
  scope: 'Cluster',
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  subresources: ['status'],
});
