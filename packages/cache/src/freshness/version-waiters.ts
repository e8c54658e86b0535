/**
 * Those who wait until a store has come to a resource version. Versions that can be compared are reached by any later one; others
 * only by themselves.
 */
import { orAbort, tryCompareResourceVersions } from '@reeve/machinery';

/** True when a store at `current` has everything up to `wanted`. */
export const hasReached = (current: string, wanted: string): boolean =>
  current === wanted || (tryCompareResourceVersions(current, wanted) ?? -1) >= 0;

/** Waiters by version. */
export class VersionWaiters {
  readonly #current: () => string;
  readonly #waiting = new Map<() => void, string>();

  constructor(current: () => string) {
    this.#current = current;
  }

  /** The current version has changed. */
  notify(): void {
    if (this.#waiting.size === 0) return;
    const current = this.#current();
    for (const [resolve, wanted] of this.#waiting) if (hasReached(current, wanted)) resolve();
  }

  async reached(version: string, signal?: AbortSignal): Promise<void> {
    if (hasReached(this.#current(), version)) return;
    signal?.throwIfAborted();
    let resolve = (): void => {};
    const reached = new Promise<void>((settle) => (resolve = settle));
    this.#waiting.set(resolve, version);
    try {
      await (signal ? orAbort(reached, signal) : reached);
    } finally {
      this.#waiting.delete(resolve);
    }
  }
}
