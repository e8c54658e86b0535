/**
 * Where a program tells what it wrote. From then on reads of the cache show it, although the watch has not told it yet; and the event that
 * brings it back can be told from everybody else's.
 */
import {
  parseJson,
  parseKey,
  type AnyKind,
  type DeepReadonly,
  type JsonValue,
  type KindObject,
  type KubeObject,
} from '@reeve/machinery';
import { parseWithoutManagedFields } from '../decode/parse-without-managed-fields.ts';
import type { InformerOverlay, OverlayStats } from './informer-overlay.ts';
import type { WriteProof } from './own-echo.ts';

/** What a cache holds of a kind, as far as writes are concerned. */
export interface OverlaidKind {
  readonly keepsManagedFields: boolean;
  readonly scopes: readonly { readonly overlay: InformerOverlay<DeepReadonly<KubeObject>> }[];
  scopeOf(namespace: string | undefined): { readonly overlay: InformerOverlay<DeepReadonly<KubeObject>> };
}

/** The one way into all overlays of a cache. */
export class WriteOverlay {
  readonly #kindOf: (kind: AnyKind) => OverlaidKind | undefined;

  constructor(kindOf: (kind: AnyKind) => OverlaidKind | undefined) {
    this.#kindOf = kindOf;
  }

  /** What makes of the answer to a write an object like those that the cache holds: managedFields are in it only where they are kept. */
  parserOf(kind: AnyKind): (bytes: Uint8Array) => JsonValue {
    return this.#kindOf(kind)?.keepsManagedFields === true ? parseJson : parseWithoutManagedFields;
  }

  /**
   * The result of a create, update, patch or apply, and of a deletion that finalizers hold. The proof, where there is one, makes the
   * event that brings it back an echo.
   */
  wrote<K extends AnyKind>(kind: K, result: KindObject<K> | DeepReadonly<KindObject<K>>, proof: WriteProof = {}): void {
    const object: DeepReadonly<KubeObject> = result;
    this.#overlayOf(kind, object.metadata.namespace)?.wrote(object, proof);
  }

  /** A deletion that is complete: the object with this uid is gone. */
  deleted(kind: AnyKind, key: string, uid: string): void {
    this.#overlayOf(kind, parseKey(key).namespace)?.deleted(key, uid);
  }

  /** True of an event's object that is the result of an own write, and of nobody else's; with an author, of that author's. */
  isOwnEcho<K extends AnyKind>(kind: K, event: DeepReadonly<KindObject<K>>, author?: string): boolean {
    const object: DeepReadonly<KubeObject> = event;
    return this.#overlayOf(kind, object.metadata.namespace)?.isOwnEcho(object, author) ?? false;
  }

  /** How many writes of a kind wait to be told by the watch, and what became of the others. */
  stats(kind: AnyKind): OverlayStats {
    const all = (this.#kindOf(kind)?.scopes ?? []).map(({ overlay }) => overlay.stats());
    const sum = (of: (stats: OverlayStats) => number): number => all.reduce((total, stats) => total + of(stats), 0);
    return {
      entries: sum(({ entries }) => entries),
      oldestMs: Math.max(0, ...all.map(({ oldestMs }) => oldestMs)),
      caughtUp: sum(({ caughtUp }) => caughtUp),
      expired: sum(({ expired }) => expired),
    };
  }

  /** Undefined where the cache does not hold the kind or the namespace: then there is nothing to lay over. */
  #overlayOf(kind: AnyKind, namespace: string | undefined): InformerOverlay<DeepReadonly<KubeObject>> | undefined {
    try {
      return this.#kindOf(kind)?.scopeOf(namespace).overlay;
    } catch {
      return undefined;
    }
  }
}
