// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type PodTemplate = types.PodTemplate;

export const PodTemplate: Kind<PodTemplate, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  plural: 'podtemplates',
  singular: 'podtemplate',
  scope: 'Namespaced',
});
