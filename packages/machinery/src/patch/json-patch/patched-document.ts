/**
 * A document while a patch is applied: changes go to copies along their way, the rest is shared with the original, which
 * stays as it is. Places are given as the tokens of a pointer; a place that is not there makes a method return false.
 *
 * Invariant: `#own` holds containers that were copied here and that nothing else refers to; only those are written to.
 */
import { copyParts, hasParts, setPart } from '../../json/parts.ts';
import type { Parts } from '../../json/parts.ts';
import { parseArrayIndex } from '../../json/json-pointer.ts';

export class PatchedDocument {
  readonly #negativeIndices: boolean;
  readonly #own = new Set<object>();
  #root: unknown;

  constructor(root: unknown, negativeIndices: boolean) {
    this.#root = root;
    this.#negativeIndices = negativeIndices;
  }

  /** The document as it is now. Do not write through this object after handing it out. */
  get root(): unknown {
    return this.#root;
  }

  /** The value at a place, or undefined. */
  get(tokens: readonly string[]): unknown {
    let value = this.#root;
    for (const token of tokens) {
      const key = this.#existing(value, token);
      if (key === undefined) return undefined;
      value = (value as Parts)[key]; // only values with parts have keys
    }
    return value;
  }

  /** Sets a key, or inserts into a list. */
  add(tokens: readonly string[], value: unknown): boolean {
    const last = tokens.at(-1);
    if (last === undefined) return this.#replaceRoot(value);
    const parent = this.#writable(tokens);
    if (parent === undefined) return false;
    if (!Array.isArray(parent)) return this.#set(parent, last, value);
    const index = this.#index(parent, last, parent.length);
    if (index !== undefined) parent.splice(index, 0, value);
    return index !== undefined;
  }

  /** Puts a value where one is already. */
  replace(tokens: readonly string[], value: unknown): boolean {
    const last = tokens.at(-1);
    if (last === undefined) return this.#replaceRoot(value);
    const parent = this.#writable(tokens);
    const key = this.#existing(parent, last);
    return parent !== undefined && key !== undefined && this.#set(parent, key, value);
  }

  /** Takes a value out. */
  remove(tokens: readonly string[]): boolean {
    const parent = this.#writable(tokens);
    const key = this.#existing(parent, tokens.at(-1) ?? '');
    if (parent === undefined || key === undefined) return false;
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else Reflect.deleteProperty(parent, key);
    return true;
  }

  /** Says that a value is now in two places, so that neither may be written to without a copy. */
  share(): void {
    this.#own.clear();
  }

  #replaceRoot(value: unknown): boolean {
    this.#root = value;
    return true;
  }

  #set(parent: Parts, key: string | number, value: unknown): boolean {
    setPart(parent, key, value);
    return true;
  }

  /** The container that a place is in, copied so that it can be written to, like all on the way to it. */
  #writable(tokens: readonly string[]): Parts | undefined {
    if (!hasParts(this.#root)) return undefined;
    let parent = (this.#root = this.#owned(this.#root));
    for (const token of tokens.slice(0, -1)) {
      const key = this.#existing(parent, token);
      const part = key === undefined ? undefined : parent[key];
      if (key === undefined || !hasParts(part)) return undefined;
      const next = this.#owned(part);
      setPart(parent, key, next);
      parent = next;
    }
    return parent;
  }

  #owned(parts: Parts): Parts {
    if (this.#own.has(parts)) return parts;
    const copy = copyParts(parts);
    this.#own.add(copy);
    return copy;
  }

  #existing(value: unknown, token: string): string | number | undefined {
    if (!hasParts(value)) return undefined;
    if (Array.isArray(value)) return token === '-' ? undefined : this.#index(value, token, value.length - 1);
    return Object.hasOwn(value, token) && value[token] !== undefined ? token : undefined;
  }

  /** The index that a token names, if it is one up to `last`. */
  #index(list: readonly unknown[], token: string, last: number): number | undefined {
    if (token === '-') return list.length;
    const fromEnd = this.#negativeIndices && token.startsWith('-') ? parseArrayIndex(token.slice(1)) : undefined;
    const written = this.#negativeIndices ? token.replace(/^0+(?=\d)/, '') : token;
    const index = fromEnd === undefined ? parseArrayIndex(written) : last + 1 - fromEnd;
    return index !== undefined && index >= 0 && index <= last ? index : undefined;
  }
}
