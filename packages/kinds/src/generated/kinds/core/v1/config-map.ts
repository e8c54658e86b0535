// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ConfigMap = types.ConfigMap;

export const ConfigMap: Kind<ConfigMap, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  singular: 'configmap',
  scope: 'Namespaced',
  shortNames: ['cm'],
});
