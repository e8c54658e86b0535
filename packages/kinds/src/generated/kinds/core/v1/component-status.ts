// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ComponentStatus = types.ComponentStatus;

export const ComponentStatus: Kind<ComponentStatus, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'ComponentStatus',
  plural: 'componentstatuses',
  singular: 'componentstatus',
  scope: 'Cluster',
  shortNames: ['cs'],
});
