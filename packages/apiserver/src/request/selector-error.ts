/**
 * What is wrong with a selector, in the words of the real server. Our own parsers say the same and what to write instead; clients of a server match on its words.
 */
import { labelValue, qualifiedName } from '@reeve/registry';

/** The server's sentence for a label selector that cannot be read. */
export function labelSelectorError(selector: string, problem: string): string {
  const [, sentence = problem] =
    /^Label selector .*?, position \d+: (.*?)(?:\. Write requirements.*)?$/s.exec(problem) ?? [];
  const [, key] = /^unable to parse requirement: key "(.*?)": /s.exec(sentence) ?? [];
  if (key !== undefined)
    return `unable to parse requirement: <nil>: Invalid value: ${JSON.stringify(key)}: ${qualifiedName(key).join('; ')}`;
  const [, value, rest = ''] = /^unable to parse requirement: value "(.*?)": (.*)$/s.exec(sentence) ?? [];
  if (value !== undefined)
    return rest.includes('needs an integer')
      ? `unable to parse requirement: values[0]: Invalid value: ${JSON.stringify(value)}: for 'Gt', 'Lt' operators, the value must be an integer`
      : `unable to parse requirement: values[0][${keyOf(selector, value)}]: Invalid value: ${JSON.stringify(value)}: ${labelValue(value).join('; ')}`;
  return sentence
    .replace(/, (expected: '\('$)/, ' $1')
    .replace('!=, >, <', '!=, gt, lt')
    .replace(
      /expected: ',', '\)' or identifier$/,
      isInList(selector) ? "expected: ',' or ')'" : "expected: ',', ')' or identifier",
    );
}

/** The server's sentence for a field selector that cannot be read. */
export function fieldSelectorError(problem: string): string {
  const sentence = problem
    .replace(/^.*?makes an (invalid field selector: )/s, '$1')
    .replace(/\. (Write|A backslash) .*$/s, '');
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`;
}

/** The key whose value it is. */
function keyOf(selector: string, value: string): string {
  const [before = ''] = selector.split(value);
  return /([^\s,!=<>()]+)\s*(?:==?|!=|<|>|\bin\s*\(.*|\bnotin\s*\(.*)\s*$/.exec(before)?.[1] ?? '';
}

/** Whether a list of values has begun: then only its end or a comma can follow. */
const isInList = (selector: string): boolean => /\(\s*[^\s,()]+/.test(selector);
