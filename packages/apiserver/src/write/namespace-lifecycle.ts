/**
 * Nothing is created in a namespace that is not there or is going away, and the system's own namespaces cannot be deleted.
 * Upstream: the NamespaceLifecycle admission plugin.
 */
import { forbidden, notFound, type AdmissionPlugin, type AdmissionRequest, type Store } from '@reeve/registry';

const namespaces = { group: '', plural: 'namespaces' };
const immortal = new Set(['default', 'kube-system', 'kube-public']);

/** Reviews may be posted in a namespace that nobody made. */
const isReview = ({ resource }: AdmissionRequest): boolean => resource.group === 'authorization.k8s.io';

export function namespaceLifecycle(store: Store): AdmissionPlugin {
  return {
    name: 'NamespaceLifecycle',
    // In the first stage, so that a missing namespace is told before anything about the object.
    mutate(request) {
      checkNamespace(store, request);
      return request.object;
    },
    validate({ operation, resource, name }) {
      if (operation === 'DELETE' && resource.group === '' && resource.plural === 'namespaces' && immortal.has(name)) {
        throw forbidden(namespaces, name, 'this namespace may not be deleted');
      }
    },
  };
}

function checkNamespace(store: Store, request: AdmissionRequest): void {
  const { operation, resource, namespace, subresource } = request;
  if (operation !== 'CREATE' || resource.scope !== 'Namespaced' || namespace === undefined || isReview(request)) return;
  const found = store.table('namespaces').get(namespace);
  if (found === undefined) throw notFound(namespaces, namespace);
  if (found.object.metadata.deletionTimestamp && subresource === undefined) throw terminating(request, namespace);
}

function terminating({ resource, name }: AdmissionRequest, namespace: string) {
  return forbidden(
    resource,
    name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  );
}
