// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type Service = types.Service;

export const Service: Kind<Service, 'Namespaced', 'proxy' | 'status'> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'Service',
  plural: 'services',
  singular: 'service',
  scope: 'Namespaced',
  shortNames: ['svc'],
  categories: ['all'],
  subresources: ['proxy', 'status'],
});
