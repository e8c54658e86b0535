/**
 * Objects of tests are in the namespace `default` unless they say another. Lists and watches see all namespaces.
 */
import type { ApiVerb, Layer } from '@reeve/client';

const ofManyObjects: ReadonlySet<ApiVerb> = new Set(['list', 'watch', 'deleteCollection']);

/** Fills in the namespace where a call about one object has none. */
export const inDefaultNamespace: Layer = (call, next) => {
  const isComplete = call.kind.scope === 'Cluster' || call.namespace !== undefined || ofManyObjects.has(call.verb);
  return next(isComplete ? call : { ...call, namespace: 'default' });
};
