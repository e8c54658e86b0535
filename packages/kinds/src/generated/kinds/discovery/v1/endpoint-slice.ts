// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type EndpointSlice = types.EndpointSlice;

export const EndpointSlice: Kind<EndpointSlice, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  singular: 'endpointslice',
  scope: 'Namespaced',
});
