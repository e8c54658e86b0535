/**
 * How deeply a YAML text is nested, found without recursion. The library that reads it recurses, and a text that is nested without end does not merely fail there: V8 gives up
 * the whole process. So depth is looked at first. Go's parser refuses beyond 10,000 levels, in these words; ours refuses earlier.
 */
import { InvalidInputError } from '@reeve/machinery';
import type * as Yaml from 'yaml';

const deepest = 500;

/** Refuses a text that is nested more deeply than anybody nests. Ends as soon as that is known. */
export function refuseDeepYaml({ Lexer, Parser }: Pick<typeof Yaml, 'Lexer' | 'Parser'>, text: string): void {
  if (text.length <= deepest) return;
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const _token of parser.next(lexeme)) continue;
    if (parser.stack.length > deepest) throw new InvalidInputError('', 'exceeded max depth of 10000');
  }
}
