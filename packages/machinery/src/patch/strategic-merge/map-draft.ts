/**
 * A copy of a map that is only made when something changes, so that a patch that changes nothing returns the very map it
 * was given, and untouched parts stay shared.
 */
import type { ReadonlyJson, ReadonlyJsonObject } from '../../json/json-value.ts';
import { getOwn, setOwn } from '../../json/set-own.ts';

/** Collects changes to a map without touching it. */
export class MapDraft {
  readonly #base: ReadonlyJsonObject;
  #copy: Record<string, ReadonlyJson> | undefined;

  constructor(base: ReadonlyJsonObject) {
    this.#base = base;
  }

  /** Sets a key, or takes it out when the value is undefined. */
  set(key: string, value: ReadonlyJson | undefined): void {
    if (getOwn(this.#copy ?? this.#base, key) === value) return;
    this.#copy ??= { ...this.#base };
    if (value === undefined) delete this.#copy[key];
    else setOwn(this.#copy, key, value);
  }

  /** The changed copy, or the map itself when nothing changed. */
  get result(): ReadonlyJsonObject {
    return this.#copy ?? this.#base;
  }
}

/** The list itself when it holds the very same elements as `next`, so that unchanged lists stay shared. */
export function sameListOr(list: readonly ReadonlyJson[], next: readonly ReadonlyJson[]): readonly ReadonlyJson[] {
  return list.length === next.length && list.every((item, index) => item === next[index]) ? list : next;
}
