// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type Job = types.Job;

export const Job: Kind<Job, 'Namespaced', 'status'> = /* @__PURE__ */ defineKind({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  plural: 'jobs',
  singular: 'job',
  scope: 'Namespaced',
  categories: ['all'],
  subresources: ['status'],
});
