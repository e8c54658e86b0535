/**
 * Holds equal parts of objects once: the containers of a thousand replicas become one array. Works on freshly parsed JSON, in place, freezes all of
 * it on the way, and is bounded: the last part of each place, and a fixed table of recent ones, where a newcomer takes the slot of another. What
 * does not repeat is learned per place and no longer looked up; a kind whose objects have next to nothing in common is only frozen. It does not recurse.
 *
 * Invariant: between two calls every part that is remembered is frozen, and so is everything in it.
 */
import { deepFreeze } from '@reeve/machinery';
import { InternPath } from './intern-path.ts';
import { InternTable } from './intern-table.ts';
import { hashString, signatureOf } from './part-signature.ts';
import { RecentStrings } from './recent-strings.ts';
import { isSamePart } from './same-part.ts';

/** Parts deeper than this are left as they are. */
const DEEPEST = 48;

/** The parser itself holds shorter strings once. */
const SHORTEST_STRING = 11;

/** Longer strings are not kept: the table could hold them long after everybody else let go. */
const LONGEST_STRING = 256;

/** After so many objects it is judged whether their kind has anything to share. */
const SAMPLE = 512;

/** Fewer values that repeat than one in so many of those looked up, and most objects of the kind are only frozen. */
const WORTH_ONE_IN = 10;

/** Of such a kind one object in so many is still looked at: workloads change. */
const GLANCE_ONE_IN = 16;

type Members = Record<string, unknown>;

/** Shares what repeats among the objects of one kind. */
export class StructuralInterner {
  readonly #root = new InternPath();
  readonly #parts = new InternTable<object>();
  readonly #strings = new InternTable<string>();
  readonly #recent = new RecentStrings();
  readonly #meetsFrozen: boolean;
  /** Parts that stay, whose members have not been looked at, and their places. */
  #waiting: object[] = [];
  #places: InternPath[] = [];
  #isWorthIt = true;
  #seen = 0;
  #interned = 0;
  #tries = 0;
  #hits = 0;

  /** `meetsFrozen` says that objects may come with parts that are frozen, or no JSON; they are left as they are. */
  constructor({ meetsFrozen = false } = {}) {
    this.#meetsFrozen = meetsFrozen;
  }

  /** Replaces parts of the object by equal ones seen before, and freezes it. The object itself, which has a name of its own, stays. */
  intern(object: object): void {
    this.#seen += 1;
    if (!this.#isWorthIt && this.#seen % GLANCE_ONE_IN !== 0) {
      deepFreeze(object);
      return;
    }
    this.#walk(object);
    this.#interned += 1;
    if (this.#interned === SAMPLE) this.#judge();
  }

  #judge(): void {
    this.#isWorthIt = this.#hits * WORTH_ONE_IN > this.#tries;
    this.#interned = this.#tries = this.#hits = 0;
  }

  #walk(object: object): void {
    this.#waiting = [object];
    this.#places = [this.#root];
    for (let part, path; (part = this.#waiting.pop()) && (path = this.#places.pop());) {
      if (path.depth > DEEPEST || (this.#meetsFrozen && isForeign(part))) deepFreeze(part);
      else if (Array.isArray(part)) this.#shareElements(part, path);
      else this.#shareMembers(part as Members, path);
    }
  }

  #shareElements(elements: unknown[], path: InternPath): void {
    const place = path.child('', 0);
    for (let at = 0; at < elements.length; at += 1) {
      const twin = this.#twinOf(elements[at], place);
      if (twin !== undefined) elements[at] = twin;
    }
    Object.freeze(elements);
  }

  #shareMembers(members: Members, path: InternPath): void {
    let nth = 0;
    for (const key in members) {
      const value = members[key];
      if (key === '__proto__') deepFreeze(value);
      else if (typeof value === 'string' || typeof value === 'object') {
        const twin = this.#twinOf(value, path.child(key, nth));
        if (twin !== undefined) members[key] = twin;
      }
      nth += 1;
    }
    Object.freeze(members);
  }

  /** The equal value to hold in place of this one. Undefined when it stays: strings that are equal cannot be told apart afterwards. */
  #twinOf(value: unknown, path: InternPath): unknown {
    if (typeof value === 'string') return this.#twinOfString(value, path);
    if (typeof value !== 'object' || value === null) return undefined;
    const twin = path.repeats ? this.#twinOfPart(value, path) : undefined;
    if (twin === undefined) this.#stay(value, path);
    return twin;
  }

  /** A string that does not repeat from object to object may be there twice in its own. */
  #twinOfString(text: string, path: InternPath): string | undefined {
    if (text.length < SHORTEST_STRING || text.length > LONGEST_STRING) return undefined;
    if (path.repeats) return this.#repeatedString(text, path);
    path.rest(this.#weight);
    return this.#recent.twinOf(text);
  }

  #repeatedString(text: string, path: InternPath): string | undefined {
    const hash = hashString(text);
    const known = this.#strings.find(hash);
    const isHit = known === text;
    this.#note(isHit, path);
    if (isHit) return known;
    this.#strings.add(text, hash);
    return this.#recent.twinOf(text);
  }

  /** The equal part that was seen before. When there is none, this one is remembered for those to come. */
  #twinOfPart(part: object, path: InternPath): object | undefined {
    const { last } = path;
    const isLast = last !== undefined && isSamePart(part, last);
    const known = isLast ? last : this.#recall(part, path);
    this.#note(known !== undefined, path);
    path.last = known ?? part;
    return known;
  }

  /** The equal part of the table; when there is none, this one takes the slot. */
  #recall(part: object, path: InternPath): object | undefined {
    const signature = signatureOf(part) ^ path.seed;
    const known = this.#parts.find(signature);
    if (known !== undefined && isSamePart(part, known)) return known;
    this.#parts.add(part, signature);
    return undefined;
  }

  #note(isHit: boolean, path: InternPath): void {
    this.#tries += 1;
    if (isHit) this.#hits += 1;
    path.note(isHit);
  }

  /** How many objects the one that is looked at stands for. */
  get #weight(): number {
    return this.#isWorthIt ? 1 : GLANCE_ONE_IN;
  }

  #stay(part: object, path: InternPath): void {
    if (!path.repeats) path.rest(this.#weight);
    this.#waiting.push(part);
    this.#places.push(path);
  }
}

/** What a transform made of something else than JSON, or has frozen and may hold elsewhere. */
function isForeign(part: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(part);
  const isPlain = prototype === Object.prototype || prototype === null || Array.isArray(part);
  return !isPlain || Object.isFrozen(part);
}
