// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type NetworkPolicy = types.NetworkPolicy;

export const NetworkPolicy: Kind<NetworkPolicy, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  singular: 'networkpolicy',
  scope: 'Namespaced',
  shortNames: ['netpol'],
});
