/**
 * Where a reflector puts what it hears: a store, or a queue in front of one. The reflector is its only writer, calls it in the
 * order of the events, and waits for a promise that a call gives back: that is how a full queue holds the stream.
 * Upstream: client-go tools/cache ReflectorStore, ReflectorBookmarkStore, TransformingStore.
 */

/** Nothing, or a promise of when the reflector may go on. */
export type Accepted = void | Promise<void>;

/**
 * What a reflector writes to. Objects are frozen. An event that the store refuses, by throwing or rejecting, is reported
 * and passed over; a refused `replace` is tried again with a new list.
 */
export interface ReflectorStore<T> {
  /** The object appeared. A store that has it already replaces it. */
  add(object: T): Accepted;

  /** The object changed. A store that does not have it adds it. */
  update(object: T): Accepted;

  /** The object went; this is its last state. */
  delete(object: T): Accepted;

  /** These objects, at this resource version, are all there is. Called once per list, never with a part of it. */
  replace(objects: readonly T[], resourceVersion: string): Accepted;

  /** The resync period is over: tell again what is there. */
  resync(): Accepted;

  /** Everything up to this version has been told. */
  bookmark?(resourceVersion: string): Accepted;

  /** The store is told every version that is reached, those of bookmarks included. */
  updateResourceVersion?(resourceVersion: string): void;

  /**
   * The object of this name that the store holds at present, however old. When it has the uid and version of the one on the wire the
   * reflector hands over this very object, and does not parse the other. No namespace means cluster-scoped.
   */
  peek?(namespace: string | undefined, name: string): T | undefined;

  /**
   * True while nobody minds missing a state that is replaced within the same chunk of bytes: of several changes of one object in
   * a row only the last is decoded and told. Asked once per chunk; false unless given.
   */
  readonly isLevelTriggered?: boolean;
}
