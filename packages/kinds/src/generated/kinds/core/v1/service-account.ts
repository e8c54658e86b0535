// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type ServiceAccount = types.ServiceAccount;

export const ServiceAccount: Kind<ServiceAccount, 'Namespaced', 'token'> = /* @__PURE__ */ defineKind({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  singular: 'serviceaccount',
  scope: 'Namespaced',
  shortNames: ['sa'],
  subresources: ['token'],
});
