/**
 * The record of a write that was sent. Which fields it changed is found out at once, as the states before and after are not kept. What they said is hashed
 * when somebody asks, because that takes longer than finding them and nobody asks where hot loops are not looked for.
 */
import { keyOf, resourceVersionOf } from '@reeve/machinery';
import type { DeepReadonly, KubeObject, ObjectKey } from '@reeve/machinery';
import { changesBetween, hashOfChanges } from '../cause/changed-paths.ts';
import type { WriteRecord } from './write-record.ts';

/** Longer texts are hashed at once and not kept: records are remembered for long. */
const longestKept = 40;

/** A write that was sent, and what came of it. */
export class SentWrite implements WriteRecord {
  readonly verb: WriteRecord['verb'];
  readonly kind: string;
  readonly key: ObjectKey;
  declare readonly changed?: readonly string[];
  declare readonly diff?: string;
  declare readonly version?: string;
  /** What the fields said, until it is hashed: plain lists, which take a third of what the changes as such do. */
  #before: readonly unknown[] | undefined;
  #after: readonly unknown[] | undefined;
  #hash = '';

  /** A property of the object itself, so that copies and JSON have it too. */
  static readonly #diff: PropertyDescriptor & ThisType<SentWrite> = {
    enumerable: true,
    get() {
      return this.#hashed();
    },
  };

  /** What changed is said where the state before is known. */
  constructor(
    verb: WriteRecord['verb'],
    kind: string,
    before: DeepReadonly<KubeObject> | undefined,
    result: DeepReadonly<KubeObject>,
  ) {
    this.verb = verb;
    this.kind = kind;
    this.key = keyOf(result);
    if (before !== undefined) {
      const changes = changesBetween(before, result);
      this.changed = changes.map(({ path }) => path);
      this.#before = changes.map(({ old }) => old);
      this.#after = changes.map(({ now }) => now);
      Object.defineProperty(this, 'diff', SentWrite.#diff);
      if (!this.#before.every(isSmall) || !this.#after.every(isSmall)) this.#hashed();
    }
    const version = resourceVersionOf(result);
    if (version !== undefined) this.version = version;
  }

  #hashed(): string {
    if (this.#before === undefined || this.#after === undefined) return this.#hash;
    this.#hash = hashOfChanges(this.changed ?? [], this.#before, this.#after);
    this.#before = this.#after = undefined;
    return this.#hash;
  }
}

/** Takes no more memory than a path. */
const isSmall = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= longestKept : typeof value !== 'object' || value === null;
