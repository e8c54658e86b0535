// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type LimitRange = types.LimitRange;

export const LimitRange: Kind<LimitRange, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  singular: 'limitrange',
  scope: 'Namespaced',
  shortNames: ['limits'],
});
