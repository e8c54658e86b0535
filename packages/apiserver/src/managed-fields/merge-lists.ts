/**
 * Joins two lists whose items have identities. Items of the applied list come in its order; those that only the live list has stay behind the item that they
 * followed. Upstream: structured-merge-diff typed, since v4.4.
 */
import { compareElements, type PathElement } from '@reeve/machinery';
import { ElementMap } from './element-map.ts';
import { itemElements } from './item-element.ts';
import type { ListSchema } from './value-schema.ts';

export type MergeItem = (live: unknown, applied: unknown) => unknown;

export function mergeLists(
  list: ListSchema,
  live: readonly unknown[],
  applied: readonly unknown[],
  mergeItem: MergeItem,
): unknown[] {
  return new ListMerge(list, live, applied, mergeItem).run();
}

class ListMerge {
  readonly #live: readonly unknown[];
  readonly #mergeItem: MergeItem;
  readonly #liveElements: readonly PathElement[];
  readonly #appliedElements: readonly PathElement[];
  readonly #liveItems = new ElementMap<unknown>();
  readonly #appliedItems = new ElementMap<unknown>();
  readonly #done = new ElementMap<true>();
  /** Elements that both have, in the order of the applied list; the first is due next. */
  readonly #shared: PathElement[];
  readonly #out: unknown[] = [];
  #l = 0;
  #r = 0;

  constructor(list: ListSchema, live: readonly unknown[], applied: readonly unknown[], mergeItem: MergeItem) {
    this.#live = live;
    this.#mergeItem = mergeItem;
    this.#liveElements = itemElements(list, live);
    this.#appliedElements = itemElements(list, applied);
    // Items that are there twice are not merged: what is applied takes their place.
    for (const [at, element] of this.#liveElements.entries())
      this.#liveItems.set(element, this.#liveItems.has(element) ? null : live[at]);
    for (const [at, element] of this.#appliedElements.entries()) this.#appliedItems.set(element, applied[at]);
    this.#shared = this.#appliedElements.filter((element) => this.#liveItems.has(element));
  }

  run(): unknown[] {
    while (this.#l < this.#liveElements.length || this.#r < this.#appliedElements.length) this.#step();
    return this.#out;
  }

  #step(): void {
    const left = this.#liveElements[this.#l];
    const right = this.#appliedElements[this.#r];
    if (left && right && this.#isSame(left, right)) {
      this.#take(right);
      this.#l += 1;
      return;
    }
    if (left && right && this.#waitsForAnother(left)) {
      this.#l += 1;
      return;
    }
    if (left && !this.#appliedItems.has(left)) {
      this.#out.push(this.#live[this.#l]);
      this.#l += 1;
      return;
    }
    if (left && this.#done.has(left)) this.#l += 1;
    if (right) this.#take(right);
  }

  /** Takes the next applied item, merged with its live one. */
  #take(element: PathElement): void {
    this.#done.set(element, true);
    this.#out.push(this.#mergeItem(this.#liveItems.get(element), this.#appliedItems.get(element)));
    this.#r += 1;
    if (this.#shared[0] && this.#isSame(this.#shared[0], element)) this.#shared.shift();
  }

  /** A live item that is applied too, but not in this place. */
  #waitsForAnother(left: PathElement): boolean {
    const [due] = this.#shared;
    return due !== undefined && this.#appliedItems.has(left) && !this.#isSame(due, left);
  }

  #isSame(one: PathElement, other: PathElement): boolean {
    return one === other || compareElements(one, other) === 0;
  }
}
