// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type VolumeAttachment = types.VolumeAttachment;

export const VolumeAttachment: Kind<VolumeAttachment, 'Cluster', 'status'> = /* @__PURE__ */ defineKind({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  singular: 'volumeattachment',
  scope: 'Cluster',
  subresources: ['status'],
});
