/**
 * How a set reads and writes: straight through a client, or through the context of a controller's run, which reads from the cache.
 */
import type { Client } from '@reeve/client';
import type { AnyKind, DeepReadonly, KubeObject } from '@reeve/machinery';

/** An object as it is on the server. */
export type LiveObject = DeepReadonly<KubeObject>;

/** Reads and writes of a set. */
export interface SetAccess {
  readonly client: Client;
  readonly fieldManager: string;
  readonly signal: AbortSignal | undefined;

  /** The members of a kind, in these namespaces; in all of them without. */
  members(kind: AnyKind, identity: string, namespaces: readonly string[] | undefined): Promise<readonly LiveObject[]>;
  /** An object; undefined when there is none. */
  get(kind: AnyKind, key: string): Promise<LiveObject | undefined>;
  /** True where this very state was seen to be what is desired: nothing has to be compared or sent. Absent where nothing is remembered. */
  isKnown?(desired: KubeObject, live: LiveObject): boolean;
  /** True when applying would change nothing. */
  isApplied(desired: KubeObject, live: LiveObject): boolean;
  /** Applies an object. What would change nothing is not sent, and comes back as it was. */
  apply(kind: AnyKind, desired: KubeObject, live: LiveObject | undefined, takesOver: boolean): Promise<LiveObject>;
  /** Deletes this very object in this very version. That it is gone is as good. */
  remove(kind: AnyKind, live: LiveObject): Promise<void>;
  /** Sets labels and annotations of an object; null removes one. */
  mark(kind: AnyKind, object: LiveObject, metadata: object): Promise<void>;
}
