// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type StatefulSet = types.StatefulSet;

export const StatefulSet: Kind<StatefulSet, 'Namespaced', 'scale' | 'status'> = /* @__PURE__ */ defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  singular: 'statefulset',
  scope: 'Namespaced',
  shortNames: ['sts'],
  categories: ['all'],
  subresources: ['scale', 'status'],
});
