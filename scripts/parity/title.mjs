/**
 * The grammar of a test's title: a sentence, then the ids of the behaviours it holds, each after ` · ` or a comma. An id may be followed by the name of the one part of
 * the behaviour that the test holds. The separator is kept for ids, so that a mistyped id cannot pass for prose.
 */

/** @typedef {{ id: string, part?: string }} QuotedId */

const separator = ' · ';

/**
 * `a key waits · WQ-5, CR-35 order` has the text `a key waits`, the id WQ-5 and the part `order` of CR-35, known or not.
 * @param {string} title
 * @returns {{ text: string, ids: QuotedId[] }}
 */
export function parseTitle(title) {
  const [text = '', ...quoted] = title.split(separator);
  return { text, ids: quoted.flatMap((words) => words.split(',')).map((words) => quotedId(words.trim())) };
}

/** @param {string} words */
function quotedId(words) {
  const [, id, part] = /^([A-Z]{1,3}-?\d+) (\S.*)$/.exec(words) ?? [];
  return id === undefined || part === undefined ? { id: words } : { id, part };
}
