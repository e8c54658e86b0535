/**
 * What a YAML text may be like, found without recursion. The library that reads it recurses, and a text that is nested without end does not merely fail there: V8 gives up
 * the whole process. One with very many nodes holds up all other requests. So both are looked at first. Go's parser refuses beyond 10,000 levels, in these words; ours refuses
 * earlier, and it refuses what is too long for it, where Go's goes on. JSON has neither limit.
 */
import { InvalidInputError, yamlSize } from '@reeve/machinery';
import type * as Yaml from 'yaml';

const deepest = 500;
/** Texts with fewer nodes are read in a moment. */
const fewNodes = 20_000;
/** A key with a value has eight tokens or so. */
const mostTokens = 600_000;

/** Refuses a text that is nested more deeply, or is longer, than anybody writes. Ends as soon as that is known. */
export function refuseLargeYaml({ Lexer, Parser }: Pick<typeof Yaml, 'Lexer' | 'Parser'>, text: string): void {
  const { depth, nodes } = yamlSize(text);
  if (depth <= deepest && nodes <= fewNodes) return;
  const parser = new Parser();
  let tokens = 0;
  for (const lexeme of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > mostTokens)
      throw new InvalidInputError('', `the document has more than ${mostTokens} tokens: send it as JSON`);
    if (depth <= deepest) continue;
    for (const _token of parser.next(lexeme)) continue;
    if (parser.stack.length > deepest) throw new InvalidInputError('', 'exceeded max depth of 10000');
  }
}
