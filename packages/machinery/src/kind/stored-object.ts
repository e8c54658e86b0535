/**
 * Objects as a server gives them. What is written may leave out what the server fills in; what is read has it, and the types say so.
 */
import type { DeepReadonly } from '../json/deep-readonly.ts';
import type { AnyKind, KindObject } from './kind.ts';

/** What the server fills in. */
export interface StoredMeta {
  name: string;
  uid: string;
  resourceVersion: string;
  creationTimestamp: string;
}

/** What the server fills in of objects of a kind: those in a namespace have one. */
type StoredMetaOf<K extends AnyKind> = K['scope'] extends 'Namespaced'
  ? StoredMeta & { namespace: string }
  : StoredMeta;

/** An object of a kind as a server gives it, one's own to change. */
export type StoredObject<K extends AnyKind> = KindObject<K> & { metadata: StoredMetaOf<K> };

/** An object of a kind as a cache gives it: everybody's, and so nobody's to change. */
export type CachedObject<K extends AnyKind> = DeepReadonly<KindObject<K>> & {
  readonly metadata: DeepReadonly<StoredMetaOf<K>>;
};
