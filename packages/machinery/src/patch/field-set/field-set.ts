/**
 * An immutable set of field paths, such as the fields a manager owns. A path in the set says nothing about those above or
 * below it. Sets share what they have in common; operations walk their trees and never make the text of a path.
 * Upstream: structured-merge-diff fieldpath.Set.
 */
import type { JsonObject } from '../../json/json-value.ts';
import { formatFieldPath } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import {
  branchOf,
  countMembers,
  filterTrie,
  leavesOf,
  pathsOf,
  sameTries,
  trieBelow,
  uniteAll,
} from './field-trie-paths.ts';
import {
  emptyTrie,
  findNode,
  intersectTries,
  levelOf,
  subtractTries,
  subtractTriesBelow,
  unionTries,
} from './field-trie.ts';
import type { FieldTrie } from './field-trie.ts';
import { readFieldsV1, writeFieldsV1 } from './fields-v1.ts';
import type { FieldsV1Options } from './fields-v1.ts';
import type { PathElement } from './path-element.ts';

/** One element at the top of a set: whether its path is a member, and the paths that continue it. */
export interface FieldSetEntry {
  readonly element: PathElement;
  readonly isMember: boolean;
  readonly below: FieldSet;
}

let wrap: (trie: FieldTrie) => FieldSet;

/** A set of paths. The empty path, which would be the whole object, is never a member. */
export class FieldSet implements Iterable<FieldPath> {
  /** The set without members. */
  static readonly empty: FieldSet = new FieldSet(emptyTrie);

  readonly #trie: FieldTrie;

  private constructor(trie: FieldTrie) {
    this.#trie = trie;
  }

  /** The set of these paths. */
  static of(...paths: readonly FieldPath[]): FieldSet {
    return FieldSet.from(paths);
  }

  /** The set of the paths that an iterable gives. */
  static from(paths: Iterable<FieldPath>): FieldSet {
    return wrap(uniteAll([...paths].map(branchOf)));
  }

  /** The set whose `entries()` these are, in any order; an element that comes twice is joined. Costs no more than the top level. */
  static fromEntries(entries: readonly FieldSetEntry[]): FieldSet {
    return wrap(levelOf(entries.map(({ element, isMember, below }) => ({ element, isMember, below: below.#trie }))));
  }

  /** The set that FieldsV1, the notation of `metadata.managedFields`, describes. Other input is refused. */
  static fromFieldsV1(fields: unknown, options: FieldsV1Options = {}): FieldSet {
    return wrap(readFieldsV1(fields, options));
  }

  /** The set in the notation of `metadata.managedFields`, with keys in the order in which the server writes them. */
  toFieldsV1(): JsonObject {
    return writeFieldsV1(this.#trie);
  }

  /** True if there is no path in the set. */
  get isEmpty(): boolean {
    return this.#trie.length === 0;
  }

  /** The number of paths in the set. */
  get size(): number {
    return countMembers(this.#trie);
  }

  /** True if this very path is in the set. */
  has(path: FieldPath): boolean {
    const last = path.at(-1);
    if (last === undefined) return false;
    return findNode(trieBelow(this.#trie, path.slice(0, -1)), last)?.isMember ?? false;
  }

  /** The set with one more path. */
  insert(path: FieldPath): FieldSet {
    return this.#with(unionTries(this.#trie, branchOf(path)));
  }

  /** The paths that are in either set. */
  union(other: FieldSet): FieldSet {
    return this.#with(unionTries(this.#trie, other.#trie));
  }

  /** The paths that are in both sets. */
  intersection(other: FieldSet): FieldSet {
    return this.#with(intersectTries(this.#trie, other.#trie));
  }

  /** The paths that are not in the other set. */
  difference(other: FieldSet): FieldSet {
    return this.#with(subtractTries(this.#trie, other.#trie));
  }

  /** The paths that are neither in the other set nor continue one that is. */
  recursiveDifference(other: FieldSet): FieldSet {
    return this.#with(subtractTriesBelow(this.#trie, other.#trie));
  }

  /** The paths that no other path in the set continues. */
  leaves(): FieldSet {
    return this.#with(leavesOf(this.#trie));
  }

  /** The paths that the function says yes to. */
  filter(keeps: (path: FieldPath) => boolean): FieldSet {
    return this.#with(filterTrie(this.#trie, [], keeps));
  }

  /** The paths that continue the prefix, with the prefix taken off. */
  withPrefix(prefix: FieldPath): FieldSet {
    return this.#with(trieBelow(this.#trie, prefix));
  }

  /** The set without the prefix and the paths that continue it. */
  withoutPrefix(prefix: FieldPath): FieldSet {
    return prefix.length === 0 ? FieldSet.empty : this.recursiveDifference(FieldSet.of(prefix));
  }

  /** True if both sets have the same paths. */
  equals(other: FieldSet): boolean {
    return sameTries(this.#trie, other.#trie);
  }

  /** The first elements of the paths in order, for walking the set beside an object. */
  *entries(): Generator<FieldSetEntry, void, void> {
    for (const { element, isMember, below } of this.#trie) {
      yield { element, isMember, below: wrap(below) };
    }
  }

  /** The paths in the order of conflict messages: those that end on a level come before those that go on. */
  *[Symbol.iterator](): Generator<FieldPath, void, void> {
    yield* pathsOf(this.#trie, []);
  }

  /** One path per line. */
  toString(): string {
    return [...this].map(formatFieldPath).join('\n');
  }

  #with(trie: FieldTrie): FieldSet {
    return trie === this.#trie ? this : wrap(trie);
  }

  /** The set that a trie stands for; the constructor is nobody else's. */
  static {
    wrap = (trie) => (trie.length === 0 ? FieldSet.empty : new FieldSet(trie));
  }
}
