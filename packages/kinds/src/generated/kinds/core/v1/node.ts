// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type Node = types.Node;

export const Node: Kind<Node, 'Cluster', 'proxy' | 'status'> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  singular: 'node',
  scope: 'Cluster',
  shortNames: ['no'],
  subresources: ['proxy', 'status'],
});
