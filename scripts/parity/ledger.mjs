/**
 * The state of every behaviour. Held: a passed test quotes it. Differs: a decision record says that reeve does otherwise on purpose,
 * whatever tests say. Later: neither.
 */

/**
 * @typedef {import('./catalogue.mjs').Behaviour} Behaviour
 * @typedef {import('./catalogue.mjs').Catalogue} Catalogue
 * @typedef {import('./catalogue.mjs').Family} Family
 * @typedef {import('./quotes.mjs').Quote} Quote
 * @typedef {import('./quotes.mjs').Quotes} Quotes
 * @typedef {'held' | 'differs' | 'later'} State
 * @typedef {{ behaviour: Behaviour, state: State, tests: readonly Quote[] }} Entry
 * @typedef {{ family: Family, entries: Entry[] }[]} Ledger
 */

/**
 * @param {Catalogue} catalogue
 * @param {Quotes} quotes from the results
 * @param {Quotes} [kept] quotes of the real suite that are taken on trust because it did not run
 * @returns {Ledger}
 */
export function ledgerOf(catalogue, quotes, kept = new Map()) {
  return catalogue.families.map((family) => ({
    family,
    entries: family.behaviours.map((behaviour) => {
      const tests = sorted([...(quotes.get(behaviour.id) ?? []), ...(kept.get(behaviour.id) ?? [])]);
      return { behaviour, state: stateOf(behaviour, tests), tests };
    }),
  }));
}

/**
 * @param {Behaviour} behaviour
 * @param {readonly Quote[]} tests
 * @returns {State}
 */
export function stateOf(behaviour, tests) {
  if (behaviour.differs !== undefined) return 'differs';
  return tests.length > 0 ? 'held' : 'later';
}

/** @param {readonly Quote[]} tests */
function sorted(tests) {
  return tests.toSorted((a, b) => compare(a.file, b.file) || compare(a.name, b.name));
}

/**
 * By code unit, so that the order does not depend on the locale.
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
