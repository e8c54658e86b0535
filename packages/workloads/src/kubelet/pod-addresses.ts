/**
 * Addresses for pods, out of 10.128.0.0/9: one after the other, and again from the start when all have been given, never one that is in use.
 */

const size = 2 ** 23 - 2;

export class PodAddresses {
  readonly #used = new Set<string>();
  #given = 0;

  /** Notes that a pod has this address. */
  take(address: string): void {
    this.#used.add(address);
  }

  release(address: string): void {
    this.#used.delete(address);
  }

  /** A free address, which is taken from now on. */
  next(): string {
    for (;;) {
      this.#given = (this.#given % size) + 1;
      const address = formatted(this.#given);
      if (this.#used.has(address)) continue;
      this.#used.add(address);
      return address;
    }
  }
}

const formatted = (number: number): string =>
  `10.${128 + Math.floor(number / 65_536)}.${Math.floor(number / 256) % 256}.${number % 256}`;
