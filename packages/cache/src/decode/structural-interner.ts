/**
 * Holds equal parts of objects once: the containers of a thousand replicas become one array. Works on freshly parsed JSON, in place, freezes all of
 * it on the way, and is bounded: a fixed table of recent parts, where a newcomer takes the slot of another. What does not repeat is
 * learned per place and no longer looked up.
 *
 * Invariant: every object in the table is frozen, and so is everything in it; two equal parts in the table are the same part.
 */
import { deepFreeze } from '@reeve/machinery';
import { InternPath } from './intern-path.ts';
import { InternTable } from './intern-table.ts';
import { hashKey, hashScalar, hashString, mix, seedOfArray, seedOfObject } from './structural-hash.ts';

/** Parts deeper than this are left as they are. */
const DEEPEST = 48;

/** Longer strings, and parts with more members, are not kept: the table could hold them long after everybody else let go. */
const LONGEST_STRING = 256;
const MOST_MEMBERS = 64;

type Members = Record<string, unknown>;

/** Shares what repeats among the objects of one kind. */
export class StructuralInterner {
  readonly #root = new InternPath();
  readonly #parts = new InternTable<object>();
  readonly #strings = new InternTable<string>();
  readonly #meetsFrozen: boolean;
  /** The hash of what was visited last. */
  #hash = 0;
  /** False when what was visited last is not one of the table's own, so that what contains it cannot be either. */
  #isShared = true;

  /** `meetsFrozen` says that objects may come with frozen parts; they are left as they are. */
  constructor({ meetsFrozen = false } = {}) {
    this.#meetsFrozen = meetsFrozen;
  }

  /** Replaces parts of the object by equal ones seen before, and freezes it. The object itself, which has a name of its own, stays. */
  intern(object: object): void {
    this.#visitMembers(object, this.#root, 0);
  }

  /** Visits the members of something that is itself unique, and freezes it. */
  #visitMembers(part: object, path: InternPath, depth: number): void {
    if (depth > DEEPEST || (this.#meetsFrozen && Object.isFrozen(part))) deepFreeze(part);
    else if (Array.isArray(part)) this.#visitElements(part, path, depth);
    else this.#visitFields(part as Members, path, depth);
  }

  #visitElements(elements: unknown[], path: InternPath, depth: number): void {
    const place = path.child('', 0);
    for (let at = 0; at < elements.length; at += 1) {
      const value = elements[at];
      const shared = this.#visitUnique(value, place, depth);
      if (shared !== value) elements[at] = shared;
    }
    Object.freeze(elements);
  }

  #visitFields(members: Members, path: InternPath, depth: number): void {
    let nth = 0;
    for (const key in members) {
      const value = members[key];
      if (key === '__proto__') {
        deepFreeze(value);
        continue;
      }
      const shared = this.#visitUnique(value, path.child(key, nth), depth);
      if (shared !== value) members[key] = shared;
      nth += 1;
    }
    Object.freeze(members);
  }

  /** A member of something unique: its hash is not needed, so that a scalar which never repeats costs nothing. */
  #visitUnique(value: unknown, path: InternPath, depth: number): unknown {
    if (typeof value === 'string') {
      if (path.repeats) return this.#string(value, path);
      path.rest();
      return value;
    }
    return typeof value === 'object' && value !== null ? this.#visit(value, path, depth + 1) : value;
  }

  #visit(part: object, path: InternPath, depth: number): object {
    if (!path.repeats || depth > DEEPEST || (this.#meetsFrozen && Object.isFrozen(part))) {
      path.rest();
      this.#visitMembers(part, path, depth);
      this.#isShared = false;
      return part;
    }
    const isWhole = Array.isArray(part)
      ? this.#shareElements(part, path, depth)
      : this.#shareMembers(part, path, depth);
    this.#isShared = isWhole;
    if (isWhole) return this.#canonical(part, path);
    path.note(false);
    return Object.freeze(part);
  }

  /** Shares the elements, hashing on the way; true when all of them are the table's own. */
  #shareElements(elements: unknown[], path: InternPath, depth: number): boolean {
    const place = path.child('', 0);
    let hash = seedOfArray(elements.length);
    let isWhole = elements.length <= MOST_MEMBERS;
    for (let at = 0; at < elements.length; at += 1) {
      const value = elements[at];
      const shared = this.#share(value, place, depth);
      if (shared !== value) elements[at] = shared;
      isWhole &&= this.#isShared;
      hash = mix(hash, this.#hash);
    }
    this.#hash = hash;
    return isWhole;
  }

  #shareMembers(part: object, path: InternPath, depth: number): boolean {
    const members = part as Members;
    let hash = seedOfObject;
    let isWhole = true;
    let count = 0;
    for (const key in members) {
      const value = members[key];
      if (key === '__proto__') {
        deepFreeze(value);
        isWhole = false;
        continue;
      }
      const shared = this.#share(value, path.child(key, count), depth);
      if (shared !== value) members[key] = shared;
      count += 1;
      isWhole &&= this.#isShared && count <= MOST_MEMBERS;
      hash = mix(hash, this.#hash ^ hashKey(key));
    }
    this.#hash = hash;
    return isWhole;
  }

  /** Any value inside something that may repeat: leaves its hash behind. */
  #share(value: unknown, path: InternPath, depth: number): unknown {
    if (typeof value === 'object' && value !== null) return this.#visit(value, path, depth + 1);
    this.#isShared = typeof value !== 'string' || path.repeats;
    if (typeof value !== 'string') this.#hash = hashScalar(value);
    else if (this.#isShared) return this.#string(value, path);
    else path.rest();
    return value;
  }

  #string(text: string, path: InternPath): string {
    this.#hash = hashString(text);
    if (text.length > LONGEST_STRING) return text;
    const known = this.#strings.find(this.#hash);
    const isHit = known === text;
    path.note(isHit);
    if (isHit) return known;
    this.#strings.add(text, this.#hash);
    return text;
  }

  #canonical(part: object, path: InternPath): object {
    const known = this.#parts.find(this.#hash);
    const isHit = known !== undefined && isSamePart(known, part);
    path.note(isHit);
    if (isHit) return known;
    this.#parts.add(Object.freeze(part), this.#hash);
    return part;
  }
}

/** The members of both are the table's own, so that equal ones are the same. */
function isSamePart(one: object, other: object): boolean {
  if (Array.isArray(one) || Array.isArray(other)) return isSameArray(one, other);
  const [first, second] = [one as Members, other as Members];
  let count = 0;
  for (const key in first) {
    if (first[key] !== second[key] || (first[key] === undefined && !(key in second))) return false;
    count += 1;
  }
  for (const _key in second) count -= 1;
  return count === 0;
}

function isSameArray(one: object, other: object): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
