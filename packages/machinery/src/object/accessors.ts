/**
 * Reads the metadata of any object: typed or unstructured, writable or frozen, complete or not. Nothing here throws, and
 * nothing changes the object; `null`, which Go programs write for empty values, reads as absent.
 * Upstream: apimachinery meta.Accessor and the getters of meta/v1 Object.
 */
import type { DeepReadonly } from '../json/deep-readonly.ts';
import type { TypeMeta } from './kube-object.ts';
import type { ObjectMeta, OwnerReference } from './object-meta.ts';

/** Anything that may carry metadata. Every object, of any kind, is one. */
export interface HasMetadata {
  readonly metadata?: DeepReadonly<ObjectMeta> | null | undefined;
}

/** Anything that may say what it is, too. Whether it does is seen at run time. */
export type ObjectLike = HasMetadata & Readonly<TypeMeta>;

/** The name, or undefined while an object with `generateName` has not been created. */
export const nameOf = (object: HasMetadata): string | undefined => object.metadata?.name || undefined;

/** The namespace; undefined for cluster-scoped objects. An empty one counts as none. */
export const namespaceOf = (object: HasMetadata): string | undefined => object.metadata?.namespace || undefined;

/** The identity of this very object: one that is deleted and created again has another. */
export const uidOf = (object: HasMetadata): string | undefined => object.metadata?.uid || undefined;

/** The version of the object, to be compared with `compareResourceVersions` only. */
export const resourceVersionOf = (object: HasMetadata): string | undefined =>
  object.metadata?.resourceVersion || undefined;

/** How often the desired state was changed, or undefined where the server does not count. */
export const generationOf = (object: HasMetadata): number | undefined => object.metadata?.generation ?? undefined;

/** The labels; empty where there are none. */
export const labelsOf = (object: HasMetadata): Readonly<Record<string, string>> => object.metadata?.labels ?? nothing;

/** The annotations; empty where there are none. */
export const annotationsOf = (object: HasMetadata): Readonly<Record<string, string>> =>
  object.metadata?.annotations ?? nothing;

/** The finalizers, in order; empty where there are none. */
export const finalizersOf = (object: HasMetadata): readonly string[] => object.metadata?.finalizers ?? [];

/** The owner references, in order; empty where there are none. */
export const ownerReferencesOf = (object: HasMetadata): readonly Readonly<OwnerReference>[] =>
  object.metadata?.ownerReferences ?? [];

/** When the object was created, as RFC 3339 text; undefined before that. */
export const creationTimestampOf = (object: HasMetadata): string | undefined =>
  object.metadata?.creationTimestamp ?? undefined;

/** When deletion began (plus the grace period), as RFC 3339 text; undefined for an object that is to stay. */
export const deletionTimestampOf = (object: HasMetadata): string | undefined =>
  object.metadata?.deletionTimestamp ?? undefined;

/** True when somebody asked to delete the object and finalizers or a grace period still hold it. */
export const deletionStarted = (object: HasMetadata): boolean => deletionTimestampOf(object) !== undefined;

const nothing: Readonly<Record<string, string>> = Object.freeze({});
