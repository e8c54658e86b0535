/**
 * The tokens of a JSON text, one after the other. It knows where it is, and says so when the text is not as it must be.
 */
import { jsonSyntaxError } from './json-syntax-error.ts';

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

export class JsonScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The character that the next token begins with, or nothing at the end. */
  peek(): string {
    this.#skipSpace();
    return this.#text.charAt(this.#at);
  }

  /** Takes the next character if it is this one. */
  skip(character: string): boolean {
    const isNext = this.peek() === character;
    if (isNext) this.#at++;
    return isNext;
  }

  /** Takes a string, which begins here, and returns what it says. */
  string(): string {
    const start = this.#at;
    let isPlain = true;
    for (let code; (code = this.#text.charCodeAt(++this.#at)) !== 34;) {
      if (code === 92) this.#at++;
      else if (!(code >= 32))
        this.fail('expected the end of a string (control characters are written as \\n or \\u000a)');
      isPlain &&= code !== 92;
    }
    const end = this.#at++;
    return isPlain ? this.#text.slice(start + 1, end) : this.#unescape(start);
  }

  /** Takes a word, and returns the value that it stands for. */
  literal<Value>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) this.fail('expected a value');
    this.#at += word.length;
    return value;
  }

  /** Takes a number, and returns it as it is written. */
  number(): string {
    numberToken.lastIndex = this.#at;
    const token = numberToken.exec(this.#text)?.[0] ?? this.fail('expected a value');
    this.#at += token.length;
    return token;
  }

  /** Throws an error that shows the place. */
  fail(problem: string): never {
    throw jsonSyntaxError(this.#text, this.#at, problem);
  }

  #unescape(start: number): string {
    try {
      return JSON.parse(this.#text.slice(start, this.#at)) as string; // it begins and ends with a quote
    } catch {
      this.#at = start;
      return this.fail('expected a string with valid escapes and no control characters');
    }
  }

  #skipSpace(): void {
    for (let code; (code = this.#text.charCodeAt(this.#at)) <= 32; this.#at++) {
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    }
  }
}
