/**
 * What an interner has learned about one place in the objects of a kind, such as `spec.containers[].image`: whether values there repeat, and which
 * came last. Names, uids and times never repeat, and looking for them again and again would cost more than it saves.
 */

/** After so many values a place is judged. */
const SAMPLE = 256;

/** Fewer repetitions than one in so many, and a place is left alone. */
const WORTH_ONE_IN = 5;

/** A place that was left alone for so many values is given another chance: workloads change. */
const SECOND_CHANCE = 64 * SAMPLE;

/** A kind with more different keys at one place than this has data for keys, which are not worth learning one by one. */
const MOST_KEYS = 256;

/** One place, and those below it. */
export class InternPath {
  /** How many places it is below the object itself. */
  readonly depth: number;
  /** Tells the values of this place from those of others. */
  readonly seed: number;
  readonly #children = new Map<string, InternPath>();
  /** The keys of the last object here, in order, and their places: the next object has the same, most of the time. */
  readonly #keys: string[] = [];
  readonly #places: InternPath[] = [];
  #others: InternPath | undefined;
  #tries = 0;
  #hits = 0;
  #rested = 0;

  /** False while values of this place are taken to be unique. */
  repeats = true;

  /** The object or array that was last found or kept here: the objects of a workload come one after the other. */
  last: object | undefined;

  constructor(depth = 0, seed = 0) {
    this.depth = depth;
    this.seed = seed;
  }

  /** The place of a member, which is the `nth` of its object. */
  child(key: string, nth: number): InternPath {
    const place = this.#places[nth];
    return place !== undefined && this.#keys[nth] === key ? place : this.#learn(key, nth);
  }

  /** Notes whether a value had been seen before. */
  note(isHit: boolean): void {
    if (isHit) this.#hits += 1;
    this.#tries += 1;
    if (this.#tries < SAMPLE) return;
    this.repeats = this.#hits * WORTH_ONE_IN >= this.#tries;
    if (!this.repeats) this.last = undefined;
    this.#tries = this.#hits = 0;
  }

  /** Notes a value that was not looked up, or several of which one was seen. */
  rest(values: number): void {
    this.#rested += values;
    if (this.#rested < SECOND_CHANCE) return;
    this.#rested = 0;
    this.repeats = true;
  }

  #learn(key: string, nth: number): InternPath {
    const found = this.#find(key);
    if (nth < MOST_KEYS) {
      while (this.#keys.length < nth) this.#skipPlace();
      this.#keys[nth] = key;
      this.#places[nth] = found;
    }
    return found;
  }

  #find(key: string): InternPath {
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    if (this.#children.size >= MOST_KEYS) return (this.#others ??= new InternPath(this.depth + 1, this.seed));
    const fresh = new InternPath(this.depth + 1, Math.imul(this.seed + this.#children.size + 1, 0x9e3779b1));
    this.#children.set(key, fresh);
    return fresh;
  }

  #skipPlace(): void {
    this.#keys.push('');
    this.#places.push(this);
  }
}
