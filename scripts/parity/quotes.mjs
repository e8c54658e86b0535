/**
 * Who quotes what: the passed tests behind each id, and the quotes that are wrong (unknown ids and parts, ids on a describe block, ids in the
 * middle of a title), each with its file, its test and what to write instead.
 */
import { nearestId } from './nearest-id.mjs';
import { parseTitle } from './title.mjs';

/**
 * @typedef {import('./catalogue.mjs').Catalogue} Catalogue
 * @typedef {import('./results.mjs').Test} Test
 * @typedef {{ file: string, name: string, part?: string }} Quote `part` where the test holds only that part of the behaviour
 * @typedef {ReadonlyMap<string, readonly Quote[]>} Quotes by id
 */

/**
 * Only a test that passed holds what it quotes.
 * @param {readonly Test[]} tests
 * @returns {Quotes}
 */
export function quotesOf(tests) {
  /** @type {Map<string, Quote[]>} */
  const quotes = new Map();
  for (const { ids, file, name, outcome } of tests) {
    if (outcome !== 'passed') continue;
    for (const { id, part } of ids) {
      const known = quotes.get(id) ?? [];
      const isKnown = known.some((quote) => quote.file === file && quote.name === name && quote.part === part);
      if (!isKnown) quotes.set(id, [...known, { file, name, ...(part !== undefined && { part }) }]);
    }
  }
  return quotes;
}

/**
 * One line per mistake; tests that failed or were skipped are read too.
 * @param {readonly Test[]} tests
 * @param {Catalogue} catalogue
 */
export function mistakesIn(tests, catalogue) {
  return [
    ...new Set(tests.flatMap((test) => [...mistakesInGroups(test, catalogue), ...mistakesInTitle(test, catalogue)])),
  ];
}

/**
 * @param {Test} test
 * @param {Catalogue} catalogue
 */
function mistakesInTitle({ file, title, ids }, { ids: known, parts }) {
  const unknown = ids.flatMap(({ id, part }) => {
    const where = `${file} › ${title}`;
    if (!known.has(id)) return [`${where}: there is no behaviour '${id}'${suggestion(id, known)}`];
    return part === undefined || parts.get(id)?.includes(part)
      ? []
      : [`${where}: ${id} has no part '${part}'${partsOf(parts.get(id))}`];
  });
  const misplaced = idsInside(parseTitle(title).text, known).map(
    (id) => `${file} › ${title}: ${id} belongs to the end of the title, after ' · '`,
  );
  return [...unknown, ...misplaced];
}

/**
 * @param {Test} test
 * @param {Catalogue} catalogue
 */
function mistakesInGroups({ file, groups }, { ids: known }) {
  return groups.flatMap((group) => {
    const { text, ids } = parseTitle(group);
    const quoted = [...ids.flatMap(({ id }) => (/^[A-Z]{1,3}-?\d+$/.test(id) ? [id] : [])), ...idsInside(text, known)];
    return quoted.map(
      (id) =>
        `${file} › ${group}: ${id} stands on a describe block, which holds nothing: quote it on the test that holds it`,
    );
  });
}

/**
 * Ids written as prose. Only those with a dash are looked for: `V1` is an id, and also half of all API versions.
 * @param {string} text
 * @param {ReadonlySet<string>} known
 */
function idsInside(text, known) {
  return (text.match(/\b[A-Z]{2}-\d+\b/g) ?? []).filter((id) => known.has(id));
}

/** @param {readonly string[] | undefined} parts */
function partsOf(parts) {
  return parts === undefined ? ': docs/behaviours.json names no parts of it' : `, it has ${parts.join(', ')}`;
}

/**
 * @param {string} id
 * @param {ReadonlySet<string>} known
 */
function suggestion(id, known) {
  const nearest = nearestId(id, known);
  return nearest ? `, the nearest is ${nearest}` : `: after ' · ' come ids of docs/behaviours.json only`;
}
