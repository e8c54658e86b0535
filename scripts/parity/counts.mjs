/**
 * How many behaviours of each family are held, partly held, differ or come later.
 */

/**
 * @typedef {import('./ledger.mjs').Ledger} Ledger
 * @typedef {{ held: number, partly: number, differs: number, later: number, of: number }} Counts
 */

/**
 * @param {Ledger} ledger
 * @returns {Record<string, Counts>} by family, in the order of the catalogue
 */
export function countsByFamily(ledger) {
  return Object.fromEntries(
    ledger.map(({ family, entries }) => {
      const count = (/** @type {string} */ state) => entries.filter((entry) => entry.state === state).length;
      return [
        family.code,
        {
          held: count('held'),
          partly: count('partly'),
          differs: count('differs'),
          later: count('later'),
          of: entries.length,
        },
      ];
    }),
  );
}

/**
 * @param {Record<string, Counts>} counts
 * @returns {Counts}
 */
export function total(counts) {
  const sum = (/** @type {keyof Counts} */ column) =>
    Object.values(counts).reduce((all, family) => all + family[column], 0);
  return {
    held: sum('held'),
    partly: sum('partly'),
    differs: sum('differs'),
    later: sum('later'),
    of: sum('of'),
  };
}

/**
 * The counts for a terminal: one line per family, columns aligned.
 * @param {Record<string, Counts>} counts
 */
export function countsTable(counts) {
  const rows = [...Object.entries(counts), /** @type {const} */ (['all', total(counts)])];
  const lines = rows.map(([name, { held, partly, differs, later, of }]) => [name, held, partly, differs, later, of]);
  return [['family', 'held', 'partly', 'differs', 'later', 'of'], ...lines]
    .map(([name, ...numbers]) => `${String(name).padEnd(7)}${numbers.map((cell) => String(cell).padStart(9)).join('')}`)
    .join('\n');
}
