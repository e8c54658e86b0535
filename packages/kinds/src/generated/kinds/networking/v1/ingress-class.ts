// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type IngressClass = types.IngressClass;

export const IngressClass: Kind<IngressClass, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IngressClass',
  plural: 'ingressclasses',
  singular: 'ingressclass',
  scope: 'Cluster',
});
