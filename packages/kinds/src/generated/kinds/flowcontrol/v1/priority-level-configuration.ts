// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type PriorityLevelConfiguration = types.PriorityLevelConfiguration;

export const PriorityLevelConfiguration: Kind<PriorityLevelConfiguration, 'Cluster', 'status'> = /* @__PURE__ */ defineKind({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'PriorityLevelConfiguration',
  plural: 'prioritylevelconfigurations',
  singular: 'prioritylevelconfiguration',
  scope: 'Cluster',
  subresources: ['status'],
});
