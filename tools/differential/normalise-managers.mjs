/**
 * The entries of `metadata.managedFields` in an order that does not depend on when they were written: a server keeps them by the second, and two writes
 * may or may not fall into one. That order has tests of its own, on a clock that stands still.
 */

/**
 * @param {unknown} entries
 * @returns {unknown}
 */
export function normaliseManagers(entries) {
  if (!Array.isArray(entries)) return entries;
  return entries
    .map((entry) => [sortKey(entry), entry])
    .toSorted(byKey)
    .map(([, entry]) => entry);
}

/** @param {unknown} entry Everything but the time, what differs most first. */
function sortKey(entry) {
  const { operation, manager, apiVersion, subresource, time, ...rest } = Object(entry);
  return JSON.stringify([operation, manager, apiVersion, subresource ?? '', time !== undefined, rest]);
}

/**
 * @param {unknown[]} one
 * @param {unknown[]} other
 */
function byKey([one], [other]) {
  return String(one) < String(other) ? -1 : 1;
}
