// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type IPAddress = types.IPAddress;

export const IPAddress: Kind<IPAddress, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IPAddress',
  plural: 'ipaddresses',
  singular: 'ipaddress',
  scope: 'Cluster',
  shortNames: ['ip'],
});
