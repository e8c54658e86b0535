// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type Pod = types.Pod;

export const Pod: Kind<Pod, 'Namespaced', 'attach' | 'binding' | 'ephemeralcontainers' | 'eviction' | 'exec' | 'log' | 'portforward' | 'proxy' | 'resize' | 'status'> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  singular: 'pod',
  scope: 'Namespaced',
  shortNames: ['po'],
  categories: ['all'],
  subresources: ['attach', 'binding', 'ephemeralcontainers', 'eviction', 'exec', 'log', 'portforward', 'proxy', 'resize', 'status'],
});
