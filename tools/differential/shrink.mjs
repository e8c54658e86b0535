/**
 * Makes a list that fails smaller: parts are left out, large ones first, as long as the rest still fails.
 */

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(items: readonly Item[]) => Promise<boolean>} fails
 * @param {number} [attempts] How often to try at most.
 * @returns {Promise<readonly Item[]>}
 */
export async function shrink(items, fails, attempts = Number.POSITIVE_INFINITY) {
  let left = items;
  let tried = 0;
  for (
    let size = Math.ceil(left.length / 2);
    size >= 1 && tried < attempts;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < left.length && tried < attempts; tried += 1) {
      const shorter = left.toSpliced(at, size);
      if (await fails(shorter)) left = shorter;
      else at += size;
    }
  }
  return left;
}
