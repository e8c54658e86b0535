/**
 * How much work fits between two turns of the event loop. The size is a number of bytes; on a real machine it follows the
 * time that the work was seen to take, in a virtual world it never changes, so that slicing replays.
 */
import type { WorkSlice } from './work-slice.ts';

/** How long work may hold the event loop before it yields. */
export const TARGET_MS = 4;

/** What one object costs besides its bytes, expressed in bytes: allocation, freezing, bookkeeping. */
const OBJECT_BYTES = 512;

const [SMALLEST, FIRST, LARGEST] = [16 * 1024, 128 * 1024, 16 * 1024 * 1024];

/** A budget that aims at `TARGET_MS` per slice. */
export class SliceBudget {
  #bytes = FIRST;

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Learns from a slice that was spent. One slice at most halves or doubles the budget: a slice that was interrupted, by
   * the garbage collector or by waiting for input, says little, and the next ones put it right.
   */
  record(elapsedMs: number): void {
    const change = TARGET_MS / Math.max(elapsedMs, TARGET_MS / 2);
    const bytes = this.#bytes * Math.max(change, 1 / 2);
    this.#bytes = Math.round(Math.min(Math.max(bytes, SMALLEST), LARGEST));
  }
}

/** A slice that is spent after `limit()` bytes; `onSpent` hears of it and the count starts again. */
export const countedSlice = (limit: () => number, onSpent: () => void = () => {}): WorkSlice => {
  let count = 0;
  return {
    spent(bytes, objects = 0) {
      count += bytes + objects * OBJECT_BYTES;
      if (count < limit()) return false;
      count = 0;
      onSpent();
      return true;
    },
  };
};
