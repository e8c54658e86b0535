// Written by `npm run facts:kinds`: do not edit.

export { ClusterRoleBinding } from './v1/cluster-role-binding.ts';
export { ClusterRole } from './v1/cluster-role.ts';
export { RoleBinding } from './v1/role-binding.ts';
export { Role } from './v1/role.ts';
export type { AggregationRule, PolicyRule, RoleRef, Subject } from './v1/types.ts';
