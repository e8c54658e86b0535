/**
 * Whether two values mean the same to Kubernetes, though they are not the same JSON. Absent, null and the empty list are
 * one; so is the empty object, in places where it says nothing (`labels: {}`), but not where its presence is the message
 * (`emptyDir: {}`). Quantities and times are compared by value. JSON has no types: places are known by their names, and
 * options say what names do not.
 * Upstream: equality.Semantic DeepEqual and DeepDerivative, which know the types.
 */
import { sameScalar } from '../json/deep-equal.ts';
import { checkDepth } from '../json/depth.ts';
import { saysNothing } from '../json/empty-object.ts';
import { isJsonArray, isJsonObject } from '../json/json-value.ts';
import type { JsonScalar } from '../json/json-value.ts';
import { kubernetesScalars } from './kubernetes-scalars.ts';
import type { PlacedScalarComparer } from './scalars-at.ts';
import { getOwn } from '../json/set-own.ts';
import type { ValuePath } from '../json/value-path.ts';

/** What JSON does not tell. */
export interface SemanticOptions {
  /**
   * Says whether two scalars that differ mean the same. `scalarsAt` makes one for places of your own; by default it is
   * `kubernetesScalars`, which knows where built-in kinds have quantities and times.
   */
  readonly sameScalar?: PlacedScalarComparer;
  /**
   * Where an empty object is the same as none: everywhere (`absent`), nowhere (`present`), or where a function says so.
   * By default it is so for fields that are known to be maps or plain structs, such as labels, annotations, limits and
   * status; anywhere else an empty object may switch something on.
   */
  readonly emptyObject?: 'absent' | 'present' | ((path: ValuePath) => boolean);
}

/** True if `a` and `b` mean the same. Values may nest up to a thousand levels. */
export function semanticEqual(a: unknown, b: unknown, options: SemanticOptions = {}): boolean {
  return new Comparison(options).equal(a, b);
}

/**
 * True if `actual` says all that `wanted` says, and perhaps more: what `wanted` leaves out or empty is not compared, keys
 * of its objects must be there, elements of its lists must lead the actual list in the same order.
 */
export function semanticDerivative(wanted: unknown, actual: unknown, options: SemanticOptions = {}): boolean {
  return new Comparison({ ...options, emptyObject: 'absent' }).derived(wanted, actual);
}

class Comparison {
  readonly #sameScalar: PlacedScalarComparer;
  readonly #saysNothing: (path: ValuePath) => boolean;
  readonly #path: (string | number)[] = [];

  constructor(options: SemanticOptions) {
    const { emptyObject = saysNothing } = options;
    this.#sameScalar = options.sameScalar ?? kubernetesScalars;
    this.#saysNothing = typeof emptyObject === 'function' ? emptyObject : () => emptyObject === 'absent';
  }

  equal(a: unknown, b: unknown): boolean {
    if (a === b) return true;
    checkDepth(this.#path.length, 'a compared value');
    if (isJsonArray(a) && isJsonArray(b)) {
      return a.length === b.length && a.every((element, at) => this.#at(at, () => this.equal(element, b[at])));
    }
    if (isJsonObject(a) && isJsonObject(b)) return this.#equalObjects(a, b);
    return this.#isEmpty(a) ? this.#isEmpty(b) : this.#same(a, b);
  }

  derived(wanted: unknown, actual: unknown): boolean {
    if (wanted === actual || wanted === '' || this.#isEmpty(wanted)) return true;
    if (isJsonArray(wanted) && isJsonArray(actual)) {
      return (
        wanted.length <= actual.length && wanted.every((part, at) => this.#at(at, () => this.derived(part, actual[at])))
      );
    }
    if (!isJsonObject(wanted) || !isJsonObject(actual)) return this.#same(wanted, actual);
    return Object.keys(wanted).every((key) => this.#at(key, () => this.derived(wanted[key], getOwn(actual, key))));
  }

  #equalObjects(a: Properties, b: Properties): boolean {
    const equalAt = (key: string): boolean => this.#at(key, () => this.equal(getOwn(a, key), getOwn(b, key)));
    return Object.keys(a).every(equalAt) && Object.keys(b).every((key) => Object.hasOwn(a, key) || equalAt(key));
  }

  #same(a: unknown, b: unknown): boolean {
    if (typeof a === 'object' || typeof b === 'object' || a === undefined || b === undefined) return false;
    return sameScalar(a, b) || this.#sameScalar(a as JsonScalar, b as JsonScalar, this.#path); // no object, so a scalar
  }

  #isEmpty(value: unknown): boolean {
    if (value === undefined || value === null) return true;
    if (isJsonArray(value)) return value.length === 0;
    if (!isJsonObject(value) || !this.#saysNothing(this.#path)) return false;
    checkDepth(this.#path.length, 'a compared value');
    return Object.keys(value).every((key) => this.#at(key, () => this.#isEmpty(value[key])));
  }

  #at(key: string | number, compare: () => boolean): boolean {
    this.#path.push(key);
    const result = compare();
    this.#path.pop();
    return result;
  }
}

type Properties = Readonly<Record<string, unknown>>;
