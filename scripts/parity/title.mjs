/**
 * The grammar of a test's title: a sentence, then the ids of the behaviours it holds, each after ` · ` or a comma. The separator is
 * kept for ids, so that a mistyped id cannot pass for prose.
 */

const separator = ' · ';

/**
 * `a key waits · WQ-5, CR-35` has the text `a key waits` and the ids WQ-5 and CR-35, known or not.
 * @param {string} title
 * @returns {{ text: string, ids: string[] }}
 */
export function parseTitle(title) {
  const [text = '', ...quoted] = title.split(separator);
  return { text, ids: quoted.flatMap((part) => part.split(',')).map((id) => id.trim()) };
}
