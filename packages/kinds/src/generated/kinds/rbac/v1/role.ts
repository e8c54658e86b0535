// Written by `npm run facts:kinds`: do not edit.

import { defineKind } from '@reeve/machinery';
import type { Kind } from '@reeve/machinery';
import type * as types from './types.ts';

export type Role = types.Role;

export const Role: Kind<Role, 'Namespaced', never> = /* @__PURE__ */ defineKind({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'Role',
  plural: 'roles',
  singular: 'role',
  scope: 'Namespaced',
});
