/**
 * How values are distributed: how many there are up to each bound, and their sum. Most are small, so that the right place is found after a few comparisons.
 */
import type { Cell, Sample } from './metric.ts';

/** The values of one series. */
export class Distribution implements Cell {
  readonly #bounds: readonly number[];
  /** How many lie between each bound and the one before; the last place is for what lies above all of them. */
  readonly #counts: number[];
  #sum = 0;

  /** `bounds` ascend. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] as number)) at += 1; // within the list
    this.#counts[at] = (this.#counts[at] as number) + 1; // which is longer by one
    this.#sum += value;
  }

  samples(): readonly Sample[] {
    let count = 0;
    const upTo = this.#counts.map((more, at) => {
      count += more;
      return { suffix: '_bucket', labels: { le: this.#bounds[at] ?? '+Inf' }, value: count };
    });
    return [...upTo, { suffix: '_sum', value: this.#sum }, { suffix: '_count', value: count }];
  }

  reset(): void {
    this.#counts.fill(0);
    this.#sum = 0;
  }
}
