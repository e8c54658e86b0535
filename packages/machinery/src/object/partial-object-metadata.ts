/**
 * Objects reduced to their metadata: what a server sends when asked for no more.
 * Upstream: apimachinery meta/v1 PartialObjectMetadata.
 */
import type { DeepReadonly } from '../json/deep-readonly.ts';
import type { HasMetadata } from './accessors.ts';
import type { KubeObject } from './kube-object.ts';
import type { ObjectList } from './object-list.ts';

/** The metadata of an object of any kind. */
export interface PartialObjectMetadata extends KubeObject {
  apiVersion: 'meta.k8s.io/v1';
  kind: 'PartialObjectMetadata';
}

/** A list of the metadata of objects. */
export interface PartialObjectMetadataList extends ObjectList<PartialObjectMetadata> {
  apiVersion: 'meta.k8s.io/v1';
  kind: 'PartialObjectMetadataList';
}

/** The metadata of an object without the rest. It is shared with the object, hence readonly. */
export const toPartialObjectMetadata = (object: HasMetadata): DeepReadonly<PartialObjectMetadata> => ({
  apiVersion: 'meta.k8s.io/v1',
  kind: 'PartialObjectMetadata',
  metadata: object.metadata ?? {},
});
