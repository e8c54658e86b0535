/**
 * One version of one object, as the store keeps it: the frozen object and, once somebody asked, its JSON, which every reader and watcher shares.
 * Versions of a key form a chain from new to old; compaction cuts it.
 */
import { stringifyJson, type DeepReadonly, type UnstructuredObject } from '@reeve/machinery';

/** A version of an object, or the trace of its deletion. */
export class StoredObject {
  readonly key: string;
  /** The revision that wrote this version. */
  readonly revision: number;
  /** The object as written; for a deletion its last state, with the deletion's own version. */
  readonly object: DeepReadonly<UnstructuredObject>;
  readonly isDeleted: boolean;
  /** The version before, as long as the window holds it. */
  previous: StoredObject | undefined;
  #json: Buffer | undefined;

  constructor(fields: {
    key: string;
    revision: number;
    object: DeepReadonly<UnstructuredObject>;
    isDeleted: boolean;
    previous: StoredObject | undefined;
  }) {
    this.key = fields.key;
    this.revision = fields.revision;
    this.object = fields.object;
    this.isDeleted = fields.isDeleted;
    this.previous = fields.previous;
  }

  /** The object's JSON, made once. */
  get json(): Buffer {
    return (this.#json ??= Buffer.from(stringifyJson(this.object)));
  }

  /** The version that was current at a revision, or undefined when the object was not there. */
  at(revision: number): StoredObject | undefined {
    const version = this.revision <= revision ? this : newestBefore(this.previous, revision);
    return version?.isDeleted ? undefined : version;
  }
}

function newestBefore(version: StoredObject | undefined, revision: number): StoredObject | undefined {
  let found = version;
  while (found !== undefined && found.revision > revision) found = found.previous;
  return found;
}
