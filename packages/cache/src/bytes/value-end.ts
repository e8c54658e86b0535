/**
 * Where an object that comes in pieces ends. It remembers how deep it is and whether it is in a string, so that no byte is looked at twice.
 */

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Finds the end of one value after the other. */
export class ValueEnd {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** True when a value has begun and not ended. */
  get isInside(): boolean {
    return this.#depth > 0;
  }

  /** The place behind the value in these bytes, from `at` on; -1 when it goes on in the next piece. A bare scalar has no end of its own. */
  find(bytes: Uint8Array, at: number): number {
    let next = at;
    while (next < bytes.length) {
      next = this.#isInString ? this.#throughString(bytes, next) : this.#throughStructure(bytes, next);
      if (this.#depth === 0 && !this.#isInString) return next;
    }
    return -1;
  }

  #throughString(bytes: Uint8Array, at: number): number {
    let next = at;
    if (this.#isEscaped) next += 1;
    this.#isEscaped = false;
    for (; next < bytes.length; next += 1) {
      const byte = bytes[next];
      if (byte === QUOTE) {
        this.#isInString = false;
        return next + 1;
      }
      if (byte === BACKSLASH) next += 1;
    }
    this.#isEscaped = next > bytes.length; // the escaped byte is the first of the next piece
    return bytes.length;
  }

  /** Through brackets and scalars, up to the next string or the end of the value. */
  #throughStructure(bytes: Uint8Array, at: number): number {
    for (let next = at; next < bytes.length; next += 1) {
      const byte = bytes[next];
      if (byte === QUOTE) {
        this.#isInString = true;
        return next + 1;
      }
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth += 1;
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && (this.#depth -= 1) <= 0) {
        this.#depth = 0;
        return next + 1;
      }
    }
    return bytes.length;
  }
}
