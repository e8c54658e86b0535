/**
 * What the server does to namespaces: each carries its own name as a label, and a finalizer in its spec, which holds it back until its content is gone.
 * Upstream: kubernetes pkg/registry/core/namespace.
 */
import { fieldsOf, textsAt, type ApiObject } from '@reeve/registry';
import type { Preparation } from './preparation.ts';

const label = 'kubernetes.io/metadata.name';
const finalizer = 'kubernetes';

export const namespacePreparation: Preparation = {
  prepareForCreate: (namespace) => {
    const finalizers = textsAt(namespace, 'spec', 'finalizers');
    const held = finalizers.includes(finalizer) ? finalizers : [...finalizers, finalizer];
    return withNameLabel({
      ...namespace,
      spec: { ...fieldsOf(namespace['spec']), finalizers: held },
      status: { phase: 'Active' },
    });
  },
  prepareForUpdate: (namespace, old) => withNameLabel({ ...namespace, spec: old['spec'] ?? {} }),
  isHeld: (namespace) => textsAt(namespace, 'spec', 'finalizers').length > 0,
  prepareForDelete: (namespace) => {
    const { deletionGracePeriodSeconds: _seconds, ...metadata } = namespace.metadata;
    return { ...namespace, metadata, status: { ...fieldsOf(namespace['status']), phase: 'Terminating' } };
  },
};

/** The namespace with its name as a label. */
export function withNameLabel(namespace: ApiObject): ApiObject {
  const { name = '', labels = {} } = namespace.metadata;
  if (labels[label] === name) return namespace;
  return { ...namespace, metadata: { ...namespace.metadata, labels: { ...labels, [label]: name } } };
}
