// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type DaemonSet = types.DaemonSet;

export const DaemonSet: Kind<DaemonSet, 'Namespaced', 'status'> = /* @__PURE__ */ defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  singular: 'daemonset',
  scope: 'Namespaced',
  shortNames: ['ds'],
  categories: ['all'],
  subresources: ['status'],
});
