/**
 * What a controller is asked to work on: a key, in a cluster. Requests that are equal are one.
 * Upstream: controller-runtime reconcile.Request; multicluster-runtime's, with the cluster.
 */
import { keyOf, objectKey } from '@reeve/machinery';
import type { HasMetadata, ObjectKey } from '@reeve/machinery';

/** A key, and the cluster it is in; empty for the manager's own. */
export interface Request {
  readonly key: ObjectKey;
  readonly cluster: string;
}

/** The request for an object of the manager's own cluster, or of another. */
export const requestFor = (object: HasMetadata, cluster = ''): Request => ({ key: keyOf(object), cluster });

/** The request for a name in a namespace. */
export const requestOf = (namespace: string | undefined, name: string, cluster = ''): Request => ({
  key: objectKey(namespace, name),
  cluster,
});
