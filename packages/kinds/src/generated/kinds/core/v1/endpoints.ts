// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type Endpoints = types.Endpoints;

export const Endpoints: Kind<Endpoints, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  singular: 'endpoints',
  scope: 'Namespaced',
  shortNames: ['ep'],
});
