/**
 * The tokens of an expression for a parser: looks at them, takes them, and says in the words of cel-go's generated parser what stands
 * in their place.
 */
import type { CompileIssue, Source } from './source.ts';
import type { Token } from './tokens.ts';
import { mostIssues, tokenize } from './tokens.ts';

/** Thrown to leave the parser after an error that it does not recover from; the issue is noted before. */
export class Stop extends Error {}

/** What an expression may begin with, in the order of the grammar's tokens; some places take other marks as well. */
export function expectedStart(others = ''): string {
  const marks = ['[', ']', '{', '}', '(', ')', '.', ',', '-', '!', '?'];
  const taken = marks.filter((mark) => '[{(.-!'.includes(mark) || others.includes(mark)).map((mark) => `'${mark}'`);
  return `{${taken.join(', ')}, 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`;
}

/** Reads tokens one after the other. */
export class TokenReader {
  readonly #source: Source;
  readonly #tokens: readonly Token[];
  readonly #issues: CompileIssue[];
  #place = 0;
  /** The marks that may stand here in place of an expression, until a token is read. */
  otherMarks = '';

  constructor(source: Source, issues: CompileIssue[]) {
    this.#source = source;
    this.#tokens = tokenize(source, issues);
    this.#issues = issues;
  }

  /** The token that stands here. */
  get token(): Token {
    return this.#tokens[this.#place] as Token;
  }

  /** A token further on. */
  peek(ahead = 1): Token {
    return this.#tokens[Math.min(this.#place + ahead, this.#tokens.length - 1)] as Token;
  }

  /** Takes the token. */
  next(): Token {
    const token = this.token;
    if (token.kind !== 'end') this.#place++;
    this.otherMarks = '';
    return token;
  }

  /** Whether this mark or word stands here. */
  is(text: string): boolean {
    const { kind, text: written } = this.token;
    return kind === 'punctuation' && written === text;
  }

  /** Takes the mark or word if it stands here. */
  skip(text: string): Token | undefined {
    return this.is(text) ? this.next() : undefined;
  }

  /** Takes the mark; anything else is an error, which ends the parser unless the mark comes next. */
  expect(text: string): Token {
    const token = this.skip(text);
    if (token !== undefined) return token;
    const wrong = this.token;
    const following = this.peek();
    if (wrong.kind !== 'end' && following.kind === 'punctuation' && following.text === text)
      return this.#dropExtraneous(`'${text}'`);
    const isMissing = wrong.kind === 'end' && text !== ':';
    this.fail(isMissing ? `missing '${text}' at '<EOF>'` : `mismatched input '${wrong.text}' expecting '${text}'`);
  }

  /** Reports a token that should not be there, and takes the next one. */
  #dropExtraneous(expected: string): Token {
    const wrong = this.next();
    this.report(`Syntax error: extraneous input '${wrong.text}' expecting ${expected}`, wrong.offset);
    return this.next();
  }

  /** Reports what stands behind the expression. */
  end(): void {
    const wrong = this.token;
    if (wrong.kind === 'end') return;
    const word = this.peek().kind === 'end' ? 'extraneous' : 'mismatched';
    this.fail(`${word} input '${wrong.text}' expecting <EOF>`);
  }

  /** Notes an issue; without an offset it is with the whole expression. */
  report(message: string, offset?: number): void {
    if (this.#issues.length < mostIssues) this.#issues.push(this.#source.issue(message, offset));
  }

  /** Notes a syntax error at the token, and ends the parser. */
  fail(message: string): never {
    this.report(`Syntax error: ${message}`, this.token.offset);
    throw new Stop();
  }

  /** Nothing that the text from an offset on begins goes on with the token that stands here. */
  noAlternative(from: number): void {
    const { kind, text, offset } = this.token;
    const shown = this.#source.text.slice(from, kind === 'end' ? undefined : offset + text.length);
    this.report(`Syntax error: no viable alternative at input '${shown}'`, offset);
  }

  /** True for a token that an expression may begin with. */
  begins({ kind, text }: Token): boolean {
    return kind === 'punctuation' ? /^(?:[[{(.\-!]|true|false|null)$/.test(text) : kind !== 'end' && kind !== 'escaped';
  }
}
