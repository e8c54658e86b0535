/**
 * Recently seen values by their hash, each in one of the two slots that its hash names: a newcomer takes the first, what was there moves to the second,
 * and what was there is forgotten. It starts small and grows up to a fixed size, so that a kind with ten objects does not pay for one with a
 * hundred thousand.
 */

const FIRST_BITS = 8;
const LAST_BITS = 14;

/** A bounded memory of values. Whoever finds one compares: equal hashes do not mean equal values. */
export class InternTable<Value> {
  #bits = FIRST_BITS;
  #mask = (1 << FIRST_BITS) - 1;
  #values: (Value | undefined)[] = empty(FIRST_BITS);
  #hashes = new Int32Array(1 << FIRST_BITS);
  #count = 0;

  /** What was last added with this hash, unless others took its slots. */
  find(hash: number): Value | undefined {
    const slot = (hash ^ (hash >>> 15)) & this.#mask;
    if (this.#hashes[slot] === hash) return this.#values[slot];
    return this.#hashes[slot ^ 1] === hash ? this.#values[slot ^ 1] : undefined;
  }

  /** Remembers a value, and forgets what was longest in its slots. */
  add(value: Value, hash: number): void {
    if (this.#count > this.#values.length >> 2 && this.#bits < LAST_BITS) this.#grow();
    const slot = (hash ^ (hash >>> 15)) & this.#mask;
    const before = this.#values[slot];
    if (before !== undefined) {
      this.#values[slot ^ 1] = before;
      this.#hashes[slot ^ 1] = this.#hashes[slot] ?? 0;
    }
    this.#count += 1;
    this.#values[slot] = value;
    this.#hashes[slot] = hash;
  }

  #grow(): void {
    const [values, hashes] = [this.#values, this.#hashes];
    this.#bits = Math.min(this.#bits + 2, LAST_BITS);
    this.#mask = (1 << this.#bits) - 1;
    this.#values = empty(this.#bits);
    this.#hashes = new Int32Array(1 << this.#bits);
    this.#count = 0;
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at];
      if (value !== undefined) this.add(value, hashes[at] ?? 0);
    }
  }
}

const empty = <Value>(bits: number): (Value | undefined)[] =>
  Array.from<Value | undefined>({ length: 1 << bits }).fill(undefined);
