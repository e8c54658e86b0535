/**
 * Telling one's own writes from everybody else's when they come back by the watch. An event is an echo only if its version is one that
 * was given for a write, and that write is known to contain nobody else's change.
 */
import { deepEqual, resourceVersionOf, uidOf, type HasMetadata } from '@reeve/machinery';

/** What shows that a write contains nothing but what its author knew. */
export interface WriteProof {
  /** The version that the write demanded: the server refuses it when somebody else came in between. */
  readonly baseVersion?: string;

  /** What the author expected the object to become. */
  readonly predicted?: object;

  /** Who wrote it, where several who share a cache are to hear of each other's writes. */
  readonly author?: string | undefined;
}

/** True when a write's result is known to contain nobody else's change. */
export function isProven(result: HasMetadata, { baseVersion, predicted }: WriteProof): boolean {
  if (baseVersion !== undefined && baseVersion !== '') return true;
  return predicted !== undefined && deepEqual(essence(result), essence(predicted));
}

/** The proven writes that have not come back. */
export class OwnEchoes {
  readonly #expected = new Map<string, { readonly object: HasMetadata; readonly author: string | undefined }>();

  get size(): number {
    return this.#expected.size;
  }

  /** A proven write whose result, as the informer would store it, is this. */
  expect(object: HasMetadata, author?: string): void {
    this.#expected.set(echoKey(object), { object, author });
  }

  /** True when the object is the result of such a write, by version and content, and of this author where one is given. It stays true while the object is known. */
  isEcho(object: HasMetadata, author?: string): boolean {
    const expected = this.#expected.get(echoKey(object));
    if (expected === undefined || (author !== undefined && expected.author !== author)) return false;
    return deepEqual(expected.object, object);
  }

  forget(object: HasMetadata): void {
    this.#expected.delete(echoKey(object));
  }

  /** Forgets all but the latest. */
  trim(most: number): void {
    for (const key of this.#expected.keys()) {
      if (this.#expected.size <= most) return;
      this.#expected.delete(key);
    }
  }
}

const echoKey = (object: HasMetadata): string => `${uidOf(object) ?? ''} ${resourceVersionOf(object) ?? ''}`;

/** An object without what the server alone decides. */
function essence(object: object): object {
  const { metadata, ...rest } = object as { readonly metadata?: Record<string, unknown> | null };
  const kept = Object.entries(metadata ?? {}).filter(([field]) => !serverFields.has(field));
  return { ...rest, metadata: Object.fromEntries(kept) };
}

const serverFields: ReadonlySet<string> = new Set([
  'resourceVersion',
  'managedFields',
  'generation',
  'uid',
  'creationTimestamp',
  'selfLink',
]);
