/**
 * What every Kubernetes object has in common, typed or not. Objects are plain JSON all the way: no classes, no dates.
 * Upstream: apimachinery runtime.Object, meta/v1 TypeMeta and Unstructured.
 */
import type { ObjectMeta } from './object-meta.ts';

/** The two fields that say what an object is. */
export interface TypeMeta {
  apiVersion?: string;
  kind?: string;
}

/** Any Kubernetes object. Whatever is read from a server carries `apiVersion` and `kind`. */
export interface KubeObject extends TypeMeta {
  metadata: ObjectMeta;
}

/** An object of a kind that is not known at compile time. */
export interface UnstructuredObject extends KubeObject {
  [field: string]: unknown;
}
