/**
 * The English plural of a kind, for the name in URLs. Irregular words are said with `names: { plural }`.
 */

/** `Website` gives `websites`, `Policy` gives `policies`, `Ingress` gives `ingresses`. */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (/(?:s|x|z|ch|sh)$/u.test(word)) return `${word}es`;
  if (/[^aeiou]y$/u.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}
