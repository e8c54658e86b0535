/**
 * How often a run fails in the same way in a row. A retry that fails as before says nothing new, so only every doubling is worth a line.
 */
import type { ReconcileRecord } from '@reeve/runtime';

/** Counts failures by controller and object. */
export class RepeatedFailures {
  readonly #last = new Map<string, { readonly text: string; readonly times: number }>();

  /** Notes a run, and says how often in a row it has failed like this: 0 when it has not failed. */
  note({ controller, request, outcome }: ReconcileRecord): number {
    const key = `${controller} ${request.key}`;
    if (!('error' in outcome)) {
      this.#last.delete(key);
      return 0;
    }
    const last = this.#last.get(key);
    const text = String(outcome.error);
    const times = last?.text === text ? last.times + 1 : 1;
    this.#last.set(key, { text, times });
    return times;
  }
}

/** Whether the count is one that is told: 1, 2, 4, 8, … */
export const isTold = (times: number): boolean => Number.isInteger(Math.log2(Math.max(times, 1)));
