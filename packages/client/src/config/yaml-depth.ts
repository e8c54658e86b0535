/**
 * How deeply a YAML text is nested, found without recursion. The library that reads it recurses, and a text that is nested without end does not merely
 * fail there: V8 gives up the whole process. So depth is looked at first.
 */
import type * as Yaml from 'yaml';

/** No kubeconfig is nested like this. */
const deepest = 100;

/** True when the text is nested so deeply that it is not worth reading. Ends as soon as that is known. */
export const isTooDeep = ({ Lexer, Parser }: Pick<typeof Yaml, 'Lexer' | 'Parser'>, text: string): boolean => {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const _token of parser.next(lexeme)) continue;
    if (parser.stack.length > deepest) return true;
  }
  return false;
};
