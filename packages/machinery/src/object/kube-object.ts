/**
 * What every Kubernetes object has in common, typed or not. Objects are plain JSON all the way: no classes, no dates.
 * Upstream: apimachinery runtime.Object, meta/v1 TypeMeta and Unstructured.
 */
import { isJsonObject } from '../json/json-value.ts';
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

/** True of JSON that says what it is and has metadata. Looks no deeper, and does not know the kind. */
export function isKubeObject(value: unknown): value is UnstructuredObject {
  return isJsonObject(value) && isWord(value['apiVersion']) && isWord(value['kind']) && isJsonObject(value['metadata']);
}

const isWord = (value: unknown): boolean => typeof value === 'string' && value !== '';
