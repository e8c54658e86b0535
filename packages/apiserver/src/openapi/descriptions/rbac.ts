/**
 * Descriptions of the group rbac.authorization.k8s.io.
 */
import type { GroupDescriptions } from './group-descriptions.ts';

const rules = 'What is allowed. Nothing can be forbidden.';
const binding = { roleRef: 'The role whose permissions are given. It cannot change.', subjects: 'Who gets them.' };

export const rbac: GroupDescriptions = {
  prefix: 'io.k8s.api.rbac.v1.',
  kinds: {
    ClusterRole: 'Permissions for the whole cluster, or for any namespace that binds them.',
    ClusterRoleBinding: 'Gives the permissions of a ClusterRole in the whole cluster.',
    Role: 'Permissions in one namespace.',
    RoleBinding: 'Gives the permissions of a Role or ClusterRole in one namespace.',
  },
  fields: {
    AggregationRule: { clusterRoleSelectors: 'The labels of the ClusterRoles whose rules are taken over.' },
    ClusterRole: {
      aggregationRule: 'The ClusterRoles whose rules make up this one; a controller then writes the rules.',
      rules,
    },
    ClusterRoleBinding: binding,
    PolicyRule: {
      apiGroups: 'The API groups of the resources; the core group is empty, * is all.',
      nonResourceURLs: 'Paths outside of resources, such as /healthz. Only ClusterRoles have them.',
      resourceNames: 'The names of the objects; all unless given.',
      resources: 'The resources, such as pods or pods/log; * for all.',
      verbs: 'What may be done, such as get, list, watch, create, update, patch or delete; * for all.',
    },
    Role: { rules },
    RoleBinding: binding,
    RoleRef: {
      apiGroup: 'The API group of the role: rbac.authorization.k8s.io.',
      kind: 'Role or ClusterRole.',
      name: 'The name of the role.',
    },
    Subject: {
      apiGroup: 'The API group of the subject; empty for a ServiceAccount.',
      kind: 'User, Group or ServiceAccount.',
      name: 'The name of the subject.',
      namespace: 'The namespace of a ServiceAccount.',
    },
  },
};
