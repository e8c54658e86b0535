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
    const code = text.charCodeAt(offset);
    if (isSpace(code) || (code === slash && text.charCodeAt(offset + 1) === slash)) {
      offset += matchAt(space, text, offset)?.length ?? 1;
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

const slash = 0x2f;
const dot = 0x2e;

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);

const isLetter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Quotes, with the letters that may stand before them. */
const quoteAhead = /[bB]?[rR]?["']/y;

/** The token that the first character may begin; most characters leave one kind. */
function tokenAt(text: string, offset: number): Token | undefined {
  const code = text.charCodeAt(offset);
  if (isLetter(code)) return stringAt(text, offset) ?? wordAt(text, offset);
  if (isDigit(code) || (code === dot && isDigit(text.charCodeAt(offset + 1)))) return numberAt(text, offset);
  const quoted = stringAt(text, offset);
  if (quoted !== undefined) return quoted;
  const mark = matchAt(punctuation, text, offset);
  if (mark !== undefined) return { kind: 'punctuation', text: mark, offset };
  const escaped = matchAt(quotedWord, text, offset);
  return escaped === undefined ? undefined : { kind: 'escaped', text: escaped, offset };
}

function stringAt(text: string, offset: number): Token | undefined {
  quoteAhead.lastIndex = offset;
  const quoted = quoteAhead.test(text) ? matchAt(string, text, offset) : undefined;
  if (quoted === undefined) return undefined;
  return { kind: /^[bB]/.test(quoted) ? 'bytes' : 'string', text: quoted, offset };
}

function wordAt(text: string, offset: number): Token {
  let end = offset + 1;
  for (let code; isLetter((code = text.charCodeAt(end))) || isDigit(code); end++);
  const name = text.slice(offset, end);
  return { kind: keywords.has(name) ? 'punctuation' : 'identifier', text: name, offset };
}

function numberAt(text: string, offset: number): Token | undefined {
  const number = matchAt(double, text, offset);
  if (number !== undefined) return { kind: 'double', text: number, offset };
  const whole = matchAt(integer, text, offset);
  if (whole === undefined) return undefined;
  return { kind: /[uU]$/.test(whole) ? 'uint' : 'int', text: whole, offset };
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
