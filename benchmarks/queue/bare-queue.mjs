/**
 * The floor: the least that de-duplicates keys and withholds those in work, made of a bare `Map` and an array. No delays, no
 * priorities, no causes, no waiting, no shutdown.
 */

export class BareQueue {
  /** @type {Map<string, 'waiting' | 'held' | 'again'>} */
  #states = new Map();
  /** @type {string[]} */
  #waiting = [];
  #next = 0;

  /** @param {string} key */
  add(key) {
    const state = this.#states.get(key);
    if (state === undefined) this.#offer(key);
    else if (state === 'held') this.#states.set(key, 'again');
  }

  /** @returns {string | undefined} */
  take() {
    const key = this.#waiting[this.#next];
    if (key === undefined) return undefined;
    this.#next += 1;
    if (this.#next >= 1000 && this.#next * 2 >= this.#waiting.length) this.#compact();
    this.#states.set(key, 'held');
    return key;
  }

  /** @param {string} key */
  done(key) {
    if (this.#states.get(key) === 'again') this.#offer(key);
    else this.#states.delete(key);
  }

  /** Drops what has been taken. */
  #compact() {
    this.#waiting = this.#waiting.slice(this.#next);
    this.#next = 0;
  }

  /** @param {string} key */
  #offer(key) {
    this.#states.set(key, 'waiting');
    this.#waiting.push(key);
  }
}
