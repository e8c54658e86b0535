/**
 * A number in a registry: what has happened so often, or is so many now. Counting is an addition.
 */
import type { Cell, Sample } from './metric.ts';

/** A number that is counted, set, or looked at when somebody reads it. */
export class Amount implements Cell {
  #value = 0;
  #read: (() => number | undefined) | undefined = undefined;

  add(by = 1): void {
    this.#value += by;
  }

  set(value: number): void {
    this.#value = value;
  }

  /** Tells this number from now on; none while it is undefined. */
  follow(read: () => number | undefined): void {
    this.#read = read;
  }

  /** True unless it tells another number by now. */
  follows(read: () => number | undefined): boolean {
    return this.#read === read;
  }

  samples(): readonly Sample[] {
    const value = this.#read === undefined ? this.#value : this.#read();
    return value === undefined ? [] : [{ value }];
  }

  reset(): void {
    this.#value = 0;
  }
}
