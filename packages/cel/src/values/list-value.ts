/**
 * A list. It stands on an array of values, on an array of JSON whose elements become values when they are read, or on two
 * lists that were added: adding copies nothing, as the cost of `+` on lists does not depend on their sizes.
 */
import type { ListMerge } from '../types/type.ts';
import { LimitError } from './evaluation-error.ts';
import { jsonAdapters } from './json-equality.ts';
import type { Value } from './value.ts';

/** Makes a value of JSON. */
export type Adapter = (json: unknown) => Value;

/** No list that was added up is copied if it has more elements. */
const mostElements = 10_000_000;

/** A list of values; never changes. */
export class ListValue implements Iterable<Value> {
  /** The number of elements. */
  readonly size: number;
  /** How `==` and `+` treat the list, where it is not atomic. */
  readonly merge: ListMerge | undefined;
  readonly #items: readonly unknown[] | undefined;
  readonly #adapt: Adapter | undefined;
  readonly #left: ListValue | undefined;
  readonly #right: ListValue | undefined;

  private constructor(
    size: number,
    items: readonly unknown[] | undefined,
    adapt: Adapter | undefined,
    merge: ListMerge | undefined,
    left?: ListValue,
    right?: ListValue,
  ) {
    this.size = size;
    this.merge = merge;
    this.#items = items;
    this.#adapt = adapt;
    this.#left = left;
    this.#right = right;
  }

  /** A list of values; the array must not change afterwards. */
  static of(values: readonly Value[]): ListValue {
    return new ListValue(values.length, values, undefined, undefined);
  }

  /** A list whose elements `adapt` makes of JSON, each time one is read; without it they are values already. */
  static ofJson(items: readonly unknown[], adapt: Adapter | undefined, merge?: ListMerge): ListValue {
    return new ListValue(items.length, items, adapt, merge);
  }

  /** The elements of both. */
  static concat(left: ListValue, right: ListValue): ListValue {
    if (left.size === 0) return right;
    if (right.size === 0) return left;
    return new ListValue(left.size + right.size, undefined, undefined, undefined, left, right);
  }

  /** The element at an index from 0 to size - 1. */
  at(index: number): Value {
    let list: ListValue = this; // oxlint-disable-line typescript/no-this-alias -- the walk down starts here
    let place = index;
    while (list.#items === undefined) {
      const left = list.#left as ListValue;
      if (place < left.size) list = left;
      else {
        place -= left.size;
        list = list.#right as ListValue;
      }
    }
    const item = list.#items[place];
    return list.#adapt === undefined ? (item as Value) : list.#adapt(item);
  }

  /** The JSON of two lists of one type, if its equality is theirs. */
  jsonBeside(other: ListValue): readonly [one: unknown, other: unknown] | undefined {
    if (this.#adapt === undefined || this.#adapt !== other.#adapt || this.merge !== undefined) return undefined;
    return jsonAdapters.has(this.#adapt) ? [this.#items, other.#items] : undefined;
  }

  /** The same list on one array, for those who read all of it. Of a list that was added up often this may be large. */
  flatten(): ListValue {
    return this.#items === undefined ? ListValue.of(this.toArray()) : this;
  }

  /** All elements. Of a list that was added up often this may be a large array: charge for it first. */
  toArray(): readonly Value[] {
    if (this.#items !== undefined && this.#adapt === undefined) return this.#items as readonly Value[];
    if (this.size > mostElements) throw new LimitError(`a list of ${this.size} elements is too large to be read`);
    return [...this];
  }

  *[Symbol.iterator](): Generator<Value, void, void> {
    const stack: ListValue[] = [this];
    for (let list; (list = stack.pop()) !== undefined;) {
      if (list.#items === undefined) stack.push(list.#right as ListValue, list.#left as ListValue);
      else for (let index = 0; index < list.size; index++) yield list.at(index);
    }
  }
}
