// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ControllerRevision = types.ControllerRevision;

export const ControllerRevision: Kind<ControllerRevision, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  singular: 'controllerrevision',
  scope: 'Namespaced',
});
