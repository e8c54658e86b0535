// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type VolumeAttributesClass = types.VolumeAttributesClass;

export const VolumeAttributesClass: Kind<VolumeAttributesClass, 'Cluster', never> = /* @__PURE__ */ defineKind({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttributesClass',
  plural: 'volumeattributesclasses',
  singular: 'volumeattributesclass',
  scope: 'Cluster',
  shortNames: ['vac'],
});
