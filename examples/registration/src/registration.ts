/**
 * The whole operator: a Registration lets a cluster in. It gets a namespace, an account and permissions: in its own namespace as a Role, for the nodes as a ClusterRole. They are outside the
 * namespace of the Registration, so a finalizer deletes them with it.
 */
import { z } from 'zod';
import { defineController, defineResource, generatingHandler, k, Namespace, ServiceAccount } from 'reeve';
import type { CachedObject } from 'reeve';
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from 'reeve/kinds/rbac/v1';

export const Registration = defineResource({
  group: 'fleet.example.com',
  version: 'v1',
  kind: 'Registration',
  spec: z.object({ cluster: z.string(), resources: z.array(z.string()).default(['configmaps']) }),
  status: z.object({ namespace: z.string().optional(), conditions: k.conditions() }),
  columns: { Cluster: '.spec.cluster', Namespace: '.status.namespace' },
});

export const registrations = defineController({
  for: Registration,
  steps: [
    generatingHandler(Registration, {
      name: 'access',
      condition: 'Registered',
      scope: 'cluster',
      produces: [Namespace, ServiceAccount, Role, RoleBinding, ClusterRole, ClusterRoleBinding],
      waveOf: ({ kind }) => (kind === 'Namespace' ? 0 : 1),
      generate: (registration) => ({
        objects: accessOf(registration),
        status: { ...registration.status, namespace: namespaceOf(registration) },
      }),
    }),
  ],
});

type Registered = CachedObject<typeof Registration>;

const namespaceOf = ({ spec }: Registered): string => `cluster-${spec.cluster}`;

function accessOf(registration: Registered) {
  const { cluster, resources } = registration.spec;
  const namespace = namespaceOf(registration);
  const metadata = { namespace, name: 'agent' };
  const subjects = [{ kind: 'ServiceAccount', namespace, name: 'agent' }];
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io' };
  const verbs = ['get', 'list', 'watch', 'update', 'patch'];
  return [
    Namespace.of({ metadata: { name: namespace } }),
    ServiceAccount.of({ metadata }),
    Role.of({ metadata, rules: [{ apiGroups: [''], resources: [...resources], verbs }] }),
    RoleBinding.of({ metadata, subjects, roleRef: { ...roleRef, kind: 'Role', name: 'agent' } }),
    ClusterRole.of({
      metadata: { name: `agent-${cluster}` },
      rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] }],
    }),
    ClusterRoleBinding.of({
      metadata: { name: `agent-${cluster}` },
      subjects,
      roleRef: { ...roleRef, kind: 'ClusterRole', name: `agent-${cluster}` },
    }),
  ];
}
