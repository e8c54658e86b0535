/**
 * What is looked at in a YAML text before and besides the library that reads it. The library recurses, and a text that is nested without end does not merely
 * fail there: V8 gives up the whole process. It also compares each key of a map with all before it, so that a map of 100,000 keys takes half a minute.
 */
import type * as Yaml from 'yaml';

/** How much of a text is worth reading. */
export interface YamlBounds {
  /** How deeply maps and lists may be nested. */
  readonly deepest: number;
  /** How many words, marks and spaces there may be. Reading many takes seconds in which nothing else happens. */
  readonly mostLexemes: number;
}

/** A kubeconfig with thousands of contexts is within these. */
export const kubeConfigBounds: YamlBounds = { deepest: 100, mostLexemes: 500_000 };

/** True when the text is nested so deeply, or has so many parts, that it is not worth reading. Ends as soon as that is known. */
export const isExcessive = (
  { Lexer, Parser }: Pick<typeof Yaml, 'Lexer' | 'Parser'>,
  text: string,
  { deepest, mostLexemes }: YamlBounds,
): boolean => {
  const parser = new Parser();
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexemes > mostLexemes) return true;
    for (const _token of parser.next(lexeme)) continue;
    if (parser.stack.length > deepest) return true;
  }
  return false;
};

/** Options for reading: the library does not look for repeated keys, `repeatedKeyIn` does. */
export const guardedOptions = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;

/** How often aliases may repeat something. */
export const mostAliases = 100;

/** The place of the first key that its map has already; undefined when there is none. */
export const repeatedKeyIn = (
  { visit, isScalar }: Pick<typeof Yaml, 'visit' | 'isScalar'>,
  document: Yaml.Document.Parsed,
): number | undefined => {
  let found: number | undefined;
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          found = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return found;
};
