// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type Ingress = types.Ingress;

export const Ingress: Kind<Ingress, 'Namespaced', 'status'> = /* @__PURE__ */ defineKind({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  plural: 'ingresses',
  singular: 'ingress',
  scope: 'Namespaced',
  shortNames: ['ing'],
  subresources: ['status'],
});
