/**
 * Does the same many times, at first once, then twice as often at a time as long as all goes well: what would be refused a thousand times is refused once.
 * Upstream: kubernetes pkg/controller slowStartBatch.
 */

/** What was done before something went wrong, and what it was. */
export interface SlowStartResult<T> {
  readonly done: readonly T[];
  /** There when something failed: the first of it. */
  readonly failure?: { readonly error: unknown };
}

/** Does it for every item; after a batch with a failure the rest is left. */
export async function slowStart<I, T>(
  items: readonly I[],
  action: (item: I) => Promise<T>,
): Promise<SlowStartResult<T>> {
  const done: T[] = [];
  for (let [from, size] = [0, 1]; from < items.length; [from, size] = [from + size, size * 2]) {
    const results = await Promise.allSettled(items.slice(from, from + size).map(action));
    for (const result of results) if (result.status === 'fulfilled') done.push(result.value);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) return { done, failure: { error: failed.reason as unknown } };
  }
  return { done };
}
