/**
 * Counts what happens all the time in plain numbers, and brings them to a counter when somebody reads it: a counter of the library costs more per count than a run that finds nothing to do.
 */
import type { Counter } from 'prom-client';

/** Numbers by the values of labels. */
export class Tally {
  readonly #labels: readonly string[];
  readonly #counts = new Map<string, Count>();

  constructor(labels: readonly string[]) {
    this.#labels = labels;
  }

  /** Counts one more, or that there is such a thing, for the values of the labels in their order. */
  count(values: readonly string[], by = 1): void {
    const key = values.length === 1 ? (values[0] ?? '') : values.join(divider);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { values, count: by });
    else known.count += by;
  }

  /** Brings all that was counted since the last time. */
  empty(counter: Counter): void {
    for (const [key, { values, count }] of this.#counts) {
      counter.inc(Object.fromEntries(this.#labels.map((label, at) => [label, values[at] ?? ''])), count);
      this.#counts.delete(key);
    }
  }
}

interface Count {
  readonly values: readonly string[];
  count: number;
}

/** In no name. */
const divider = '\u0000';
