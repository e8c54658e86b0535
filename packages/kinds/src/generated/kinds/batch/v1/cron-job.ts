// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type CronJob = types.CronJob;

export const CronJob: Kind<CronJob, 'Namespaced', 'status'> = /* @__PURE__ */ defineKind({
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  singular: 'cronjob',
  scope: 'Namespaced',
  shortNames: ['cj'],
  categories: ['all'],
  subresources: ['status'],
});
