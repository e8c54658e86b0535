/**
 * Does something for each item, a few at a time, and keeps their order.
 */

/** So many requests at a time: enough to hide the way to a server, and few enough not to crowd others out. */
const atOnce = 10;

/** The results in the order of the items. The first failure is thrown when those that run have ended. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    const settled = await Promise.allSettled(items.slice(at, at + atOnce).map(act));
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason;
      results.push(one.value);
    }
  }
  return results;
}
