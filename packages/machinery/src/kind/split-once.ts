/**
 * Text cut in two at the first separator.
 */

/** What comes before the first separator and what comes after it; the second part is absent where there is no separator. */
export function splitOnce(text: string, separator: string): [before: string, after?: string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
