/**
 * What is wrong with a text that is no YAML, in the words of Go's parser. Upstream: go-yaml.
 */
import type { YAMLError } from 'yaml';

/** Which of Go's complaints fits, and the line it would give. */
export function yamlProblem({ code, message, linePos }: YAMLError, text: string): string {
  const lastLine = text.trimEnd().split('\n').length;
  if (isFlow(message) && !/[\]}]\s*$/u.test(text)) return atEnd(complaintOf(code, message), text);
  const line = Math.min(linePos?.[0].line ?? 1, lastLine);
  if (code === 'BAD_ALIAS') return anchorProblem(message);
  if (/^Missing closing ["']/.test(message)) return `line ${text.split('\n').length}: found unexpected end of stream`;
  const complaint = complaintOf(code, message);
  return line === 1 ? complaint : `line ${line}: ${complaint}`; // Go leaves the first line out
}

const isFlow = (message: string): boolean => /Flow (sequence|map)|flow collection/i.test(message);

/** A list or map in flow form that is not closed is missed at the end of the text, whose lines Go counts from zero there. */
function atEnd(complaint: string, text: string): string {
  const line = text.trimEnd().split('\n').length - (text.includes('\n') ? 0 : 1);
  return line === 0 ? complaint : `line ${line}: ${complaint}`;
}

function complaintOf(code: YAMLError['code'], message: string): string {
  if (isFlow(message)) return `did not find expected ',' or '${/map|\}/.test(message) ? '}' : ']'}'`;
  switch (code) {
    case 'TAB_AS_INDENT':
    case 'BAD_SCALAR_START':
      return 'found character that cannot start any token';
    case 'BAD_DQ_ESCAPE':
      return 'found unknown escape character';
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'BAD_INDENT':
    case 'MULTILINE_IMPLICIT_KEY':
      return 'mapping values are not allowed in this context';
    default:
      return 'did not find expected key';
  }
}

/** What is wrong with an alias, given what our parser says of it. */
export function anchorProblem(message: string): string {
  const [, name] = /source: (\S+?)\)?$/.exec(message) ?? [];
  return name === undefined ? 'document contains excessive aliasing' : `unknown anchor '${name}' referenced`;
}
