/**
 * One version of one object, as the store keeps it: the frozen object and, while there is room, its JSON, which every reader and watcher shares.
 * Versions of a key form a chain from new to old; compaction cuts it.
 */
import { stringifyJson, type DeepReadonly, type UnstructuredObject } from '@reeve/machinery';
import type { HoldsBytes, KeptBytes } from './kept-bytes.ts';

/** Who reads everything keeps the bytes of objects up to this length: of small ones, making them costs more than their length says. */
const largestKept = 16 * 1024;

/** A version of an object, or the trace of its deletion. */
export class StoredObject implements HoldsBytes {
  readonly key: string;
  /** The revision that wrote this version. */
  readonly revision: number;
  /** The object as written; for a deletion its last state, with the deletion's own version. */
  readonly object: DeepReadonly<UnstructuredObject>;
  readonly isDeleted: boolean;
  /** The version before, as long as the window holds it. */
  previous: StoredObject | undefined;
  readonly #kept: KeptBytes;
  #json: Buffer | undefined;

  /** `kept` is where all versions of a store take note of their bytes. */
  constructor(fields: {
    key: string;
    revision: number;
    object: DeepReadonly<UnstructuredObject>;
    isDeleted: boolean;
    previous: StoredObject | undefined;
    kept: KeptBytes;
  }) {
    this.key = fields.key;
    this.revision = fields.revision;
    this.object = fields.object;
    this.isDeleted = fields.isDeleted;
    this.previous = fields.previous;
    this.#kept = fields.kept;
  }

  /** The object's JSON, kept for the next who asks; the bytes of older versions make room for it. */
  get json(): Buffer {
    return this.#json ?? this.#keep(this.#encode());
  }

  /** The same for somebody who reads everything: what others will ask for is not pushed out, and large objects do not fill the room. */
  get passingJson(): Buffer {
    if (this.#json !== undefined) return this.#json;
    const json = this.#encode();
    return json.length <= largestKept && this.#kept.hasRoomFor(json.length) ? this.#keep(json) : json;
  }

  /** Lets go of the bytes. */
  release(): void {
    this.#json = undefined;
  }

  /** The version that was current at a revision, or undefined when the object was not there. */
  at(revision: number): StoredObject | undefined {
    const version = this.revision <= revision ? this : newestBefore(this.previous, revision);
    return version?.isDeleted ? undefined : version;
  }

  #encode(): Buffer {
    return Buffer.from(stringifyJson(this.object));
  }

  #keep(json: Buffer): Buffer {
    if (this.#kept.keep(this, json.length)) this.#json = json;
    return json;
  }
}

function newestBefore(version: StoredObject | undefined, revision: number): StoredObject | undefined {
  let found = version;
  while (found !== undefined && found.revision > revision) found = found.previous;
  return found;
}
