// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type Binding = types.Binding;

export const Binding: Kind<Binding, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'Binding',
  plural: 'bindings',
  singular: 'binding',
  scope: 'Namespaced',
});
