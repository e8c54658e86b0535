// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type Namespace = types.Namespace;

export const Namespace: Kind<Namespace, 'Cluster', 'finalize' | 'status'> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  singular: 'namespace',
  scope: 'Cluster',
  shortNames: ['ns'],
  subresources: ['finalize', 'status'],
});
