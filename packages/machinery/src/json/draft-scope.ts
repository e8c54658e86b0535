/**
 * What the drafts of one `edit()` have in common: whether it is still running, and which proxies belong to it.
 */
import { ReeveError } from '../errors/reeve-error.ts';
import { checkDepth } from './depth.ts';
import { copyParts, hasParts, partOf, sameParts, setPart } from './parts.ts';
import type { Parts } from './parts.ts';

/** What stands behind a proxy, and can say at the end what it became. */
export interface Settling {
  settle(depth: number, twin: unknown): Parts;
}

export class DraftScope {
  readonly #drafts = new WeakMap<object, Settling>();
  #open = true;

  /** Remembers which draft a proxy stands for. */
  add(proxy: object, draft: Settling): void {
    this.#drafts.set(proxy, draft);
  }

  /** True of the proxies of this edit. */
  owns(value: Parts): boolean {
    return this.#drafts.has(value);
  }

  /** Throws when the edit is over: a draft that escaped must not look like an object. */
  check(): void {
    if (this.#open) return;
    const message = 'this draft belongs to an edit() that has ended: use the object that edit() returned';
    throw new ReeveError('REEVE_DRAFT_CLOSED', message);
  }

  /** Makes all drafts unusable. */
  close(): void {
    this.#open = false;
  }

  /**
   * Turns a value that was assigned into one without drafts in it. What is frozen is kept as it is; the rest is copied,
   * so that the result shares nothing that somebody may still change. Where it equals its twin, the value that was
   * there before, the twin is kept.
   */
  adopt(value: unknown, twin: unknown, depth: number): unknown {
    if (!hasParts(value)) return value;
    const draft = this.#drafts.get(value);
    if (draft !== undefined) return draft.settle(depth, twin);
    checkDepth(depth, 'a value assigned in edit()');
    return Object.isFrozen(value) ? this.#adoptFrozen(value, depth) : this.#adoptLoose(value, twin, depth);
  }

  #adoptLoose(value: Parts, twin: unknown, depth: number): Parts {
    const copy = copyParts(value);
    for (const key of Object.keys(copy)) setPart(copy, key, this.adopt(copy[key], partOf(twin, key), depth + 1));
    return hasParts(twin) && sameParts(copy, twin) ? twin : copy;
  }

  #adoptFrozen(value: Parts, depth: number): Parts {
    let copy: Parts | undefined;
    for (const key of Object.keys(value)) {
      const part = this.adopt(value[key], undefined, depth + 1);
      if (part !== value[key]) setPart((copy ??= copyParts(value)), key, part);
    }
    return copy ?? value;
  }
}
