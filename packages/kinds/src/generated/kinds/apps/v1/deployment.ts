// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type Deployment = types.Deployment;

export const Deployment: Kind<Deployment, 'Namespaced', 'scale' | 'status'> = /* @__PURE__ */ defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  singular: 'deployment',
  scope: 'Namespaced',
  shortNames: ['deploy'],
  categories: ['all'],
  subresources: ['scale', 'status'],
});
