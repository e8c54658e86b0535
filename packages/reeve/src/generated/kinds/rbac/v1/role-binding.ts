// Written by `npm run facts:kinds`: do not edit.

export * from '@reeve/kinds/rbac/v1/role-binding';
