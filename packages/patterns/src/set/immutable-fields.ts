/**
 * Fields that a server never changes: an object that needs another value there is deleted and created again.
 * Upstream: rancher/wrangler's reconcilers for Secrets, Services, Deployments, DaemonSets and Jobs.
 */
import { formatGroupKind, nestedField, semanticDerivative, semanticEqual } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KubeObject } from '@reeve/machinery';

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  'DaemonSet.apps': ['spec.selector'],
  'Deployment.apps': ['spec.selector'],
  'Job.batch': ['spec.selector', 'spec.template', 'spec.completionMode'],
  'ReplicaSet.apps': ['spec.selector'],
  'RoleBinding.rbac.authorization.k8s.io': ['roleRef'],
  'ClusterRoleBinding.rbac.authorization.k8s.io': ['roleRef'],
  Secret: ['type'],
  Service: ['spec.type'],
  'StatefulSet.apps': ['spec.selector', 'spec.serviceName', 'spec.podManagementPolicy'],
};

/** The first field that would have to change and cannot; undefined where there is none. */
export function changedImmutableField(
  kind: Pick<AnyKind, 'group' | 'kind'>,
  desired: DeepReadonly<KubeObject>,
  live: DeepReadonly<KubeObject>,
): string | undefined {
  const isSealed = valueAt(live, ['immutable']) === true;
  if (isSealed && !semanticEqual(valueAt(desired, ['data']), valueAt(live, ['data']))) return 'data';
  return fieldsOf[formatGroupKind(kind)]?.find((field) => {
    const path = field.split('.');
    const wanted = valueAt(desired, path);
    return wanted !== undefined && !semanticDerivative(wanted, valueAt(live, path));
  });
}

const valueAt = (object: DeepReadonly<KubeObject>, path: readonly string[]): unknown => nestedField(object, path).value;
