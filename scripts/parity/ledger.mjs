/**
 * The state of every behaviour. Held: a passed test quotes it, or its parts all are quoted by passed tests. Partly: some of its parts are. Differs: a decision record says
 * that reeve does otherwise on purpose, whatever tests say. Later: none of these.
 */

/**
 * @typedef {import('./catalogue.mjs').Behaviour} Behaviour
 * @typedef {import('./catalogue.mjs').Catalogue} Catalogue
 * @typedef {import('./catalogue.mjs').Family} Family
 * @typedef {import('./quotes.mjs').Quote} Quote
 * @typedef {import('./quotes.mjs').Quotes} Quotes
 * @typedef {'held' | 'partly' | 'differs' | 'later'} State
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
  if (tests.length === 0) return 'later';
  return missingParts(behaviour, tests).length === 0 ? 'held' : 'partly';
}

/**
 * The parts of a behaviour that no test holds; none where a test holds the whole.
 * @param {Behaviour} behaviour
 * @param {readonly Quote[]} tests
 */
export function missingParts({ parts = [] }, tests) {
  const held = new Set(tests.map(({ part }) => part));
  return held.has(undefined) ? [] : parts.filter((part) => !held.has(part));
}

/** @param {readonly Quote[]} tests */
function sorted(tests) {
  return tests.toSorted(
    (a, b) => compare(a.file, b.file) || compare(a.name, b.name) || compare(a.part ?? '', b.part ?? ''),
  );
}

/**
 * By code unit, so that the order does not depend on the locale.
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
