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

/** A request: a class, as there is one for each event and each run, some of which are kept (see `QueuedRun`). */
class ObjectRequest implements Request {
  readonly key: ObjectKey;
  readonly cluster: string;

  constructor(key: ObjectKey, cluster: string) {
    this.key = key;
    this.cluster = cluster;
  }
}

/** The request for a key. */
export const requestTo = (key: ObjectKey, cluster: string): Request => new ObjectRequest(key, cluster);

/** The request for an object of the manager's own cluster, or of another. */
export const requestFor = (object: HasMetadata, cluster = ''): Request => requestTo(keyOf(object), cluster);

/** The request for a name in a namespace. */
export const requestOf = (namespace: string | undefined, name: string, cluster = ''): Request =>
  requestTo(objectKey(namespace, name), cluster);

/** The request that stands for all objects of a controller: an item of the queue of its own kind. However often it is asked for, it waits once; its run asks for a run of each object in the cache. */
export const allObjects: Request = requestTo('*' as ObjectKey, ''); // which no object is called

/** True of the request for all objects. */
export const isForAll = ({ key }: Request): boolean => key === allObjects.key;
