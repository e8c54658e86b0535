/**
 * Cuts the text of an expression into tokens. Like upstream's lexer it takes the longest token that matches, leaves out spaces
 * and comments, and reports and skips what is no token.
 */
import type { CompileIssue, Source } from './source.ts';

/** The kinds of tokens; punctuation and the words `in`, `true`, `false` and `null` are kinds of their own. */
export type TokenKind =
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'identifier'
  | 'escaped'
  | 'punctuation'
  | 'end';

/** A token. */
export interface Token {
  readonly kind: TokenKind;
  /** The text as written; of the end it is `<EOF>`. */
  readonly text: string;
  /** Where it starts, in UTF-16 units. */
  readonly offset: number;
}

const space = /(?:[\t \r\n\f]|\/\/[^\n]*)+/y;
const double = /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y;
const integer = /(?:0x[0-9a-fA-F]+|\d+)([uU]?)/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const quotedWord = /`[A-Za-z0-9_.\-/ ]+`/y;
const punctuation = /==|!=|<=|>=|&&|\|\||[[\]{}().,\-!?:+*/%<>]/y;
const escape = String.raw`\\(?:[abfnrtv"'\\?\`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})`;
const string = new RegExp(
  [
    String.raw`[bB]?[rR](?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')`,
    String.raw`[bB]?(?:"""(?:${escape}|[^\\])*?"""|'''(?:${escape}|[^\\])*?''')`,
    String.raw`[bB]?(?:"(?:${escape}|[^\\"\n\r])*"|'(?:${escape}|[^\\'\n\r])*')`,
  ].join('|'),
  'y',
);
const keywords = new Set(['in', 'true', 'false', 'null']);

/** The tokens of a text with one of the kind `end` behind them; what is no token is added to the issues. */
export function tokenize(source: Source, issues: CompileIssue[]): Token[] {
  const { text } = source;
  const tokens: Token[] = [];
  for (let offset = 0; offset < text.length;) {
    const blank = matchAt(space, text, offset);
    if (blank !== undefined) {
      offset += blank.length;
      continue;
    }
    const token = tokenAt(text, offset);
    if (token === undefined) offset += reportUnknown(source, offset, issues);
    else {
      tokens.push(token);
      offset += token.text.length;
    }
  }
  tokens.push({ kind: 'end', text: '<EOF>', offset: text.length });
  return tokens;
}

function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}

function tokenAt(text: string, offset: number): Token | undefined {
  const quoted = matchAt(string, text, offset);
  if (quoted !== undefined) return { kind: /^[bB]/.test(quoted) ? 'bytes' : 'string', text: quoted, offset };
  const name = matchAt(word, text, offset);
  if (name !== undefined) return { kind: keywords.has(name) ? 'punctuation' : 'identifier', text: name, offset };
  const number = matchAt(double, text, offset);
  if (number !== undefined) return { kind: 'double', text: number, offset };
  const whole = matchAt(integer, text, offset);
  if (whole !== undefined) return { kind: /[uU]$/.test(whole) ? 'uint' : 'int', text: whole, offset };
  const mark = matchAt(punctuation, text, offset);
  if (mark !== undefined) return { kind: 'punctuation', text: mark, offset };
  const escaped = matchAt(quotedWord, text, offset);
  return escaped === undefined ? undefined : { kind: 'escaped', text: escaped, offset };
}

/** The start of a string as far as one can be read; the character behind it is the one that is wrong. */
const partial = String.raw`\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?`;
const brokenString = new RegExp(
  [
    String.raw`[bB]?[rR](?:"[^"\n\r]*|'[^'\n\r]*)`,
    String.raw`[bB]?(?:"(?:${escape}|[^\\"\n\r])*(?:${partial})?|'(?:${escape}|[^\\'\n\r])*(?:${partial})?)`,
  ].join('|'),
  'y',
);
const brokenMark = /[=&|]/y;

/** Reports what is no token, and says how long it is: the character that is wrong is left out with what is before it. */
function reportUnknown(source: Source, offset: number, issues: CompileIssue[]): number {
  const { text } = source;
  const start = matchAt(brokenString, text, offset) ?? matchAt(brokenMark, text, offset) ?? '';
  const wrong = text.codePointAt(offset + start.length);
  const unknown = start + (wrong === undefined ? '' : String.fromCodePoint(wrong));
  if (issues.length < mostIssues) {
    const shown = unknown
      .replaceAll('\n', String.raw`\n`)
      .replaceAll('\r', String.raw`\r`)
      .replaceAll('\t', String.raw`\t`);
    issues.push(source.issue(`Syntax error: token recognition error at: '${shown}'`, offset));
  }
  return unknown.length;
}

/** No more issues than that are reported of one text. */
export const mostIssues = 100;
