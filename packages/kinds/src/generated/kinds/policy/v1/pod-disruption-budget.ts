// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type PodDisruptionBudget = types.PodDisruptionBudget;

export const PodDisruptionBudget: Kind<PodDisruptionBudget, 'Namespaced', 'status'> = /* @__PURE__ */ defineKind({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  singular: 'poddisruptionbudget',
  scope: 'Namespaced',
  shortNames: ['pdb'],
  subresources: ['status'],
});
