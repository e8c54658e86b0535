/**
 * What is wrong with a text that is not JSON, in the words of Go's decoder, which is what clients of a real server read.
 */

/** The first mistake in a text; undefined when there is none. */
export function goJsonError(text: string): string | undefined {
  const scanner = new GoScanner(text);
  const problem = scanner.value('looking for beginning of value') ?? scanner.end();
  return problem;
}

/** Whether a text nests deeper than Go's decoder goes; quick for texts that are too short for it. */
export function isTooDeep(text: string): boolean {
  if (text.length <= deepest) return false;
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isString) {
      if (character === '\\') at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

const literals: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };
const endOfInput = 'unexpected end of JSON input';
const deepest = 10_000;

class GoScanner {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a value; gives back what is wrong with it. */
  value(looking: string): string | undefined {
    const first = this.#peek();
    if (first === undefined) return endOfInput;
    if (first === '{' || first === '[') return this.#nested(first);
    if (first === '"') return this.#string();
    if (first === '-' || isDigit(first)) return this.#number();
    const literal = literals[first];
    return literal === undefined ? this.#invalid(looking) : this.#literal(literal);
  }

  end(): string | undefined {
    return this.#peek() === undefined ? undefined : this.#invalid('after top-level value');
  }

  #nested(opening: string): string | undefined {
    this.#depth += 1;
    if (this.#depth > deepest) return 'exceeded max depth';
    this.#at += 1;
    const problem = opening === '{' ? this.#members() : this.#items();
    this.#depth -= 1;
    return problem;
  }

  #members(): string | undefined {
    if (this.#peek() === '}') return this.#skip();
    for (;;) {
      const first = this.#peek();
      if (first === undefined) return endOfInput;
      const problem = first === '"' ? this.#string() : this.#invalid('looking for beginning of object key string');
      if (problem !== undefined) return problem;
      const colon = this.#peek();
      if (colon === undefined) return endOfInput;
      if (colon !== ':') return this.#invalid('after object key');
      this.#at += 1;
      const wrong = this.value('looking for beginning of value');
      if (wrong !== undefined) return wrong;
      const next = this.#peek();
      if (next === undefined) return endOfInput;
      if (next === '}') return this.#skip();
      if (next !== ',') return this.#invalid('after object key:value pair');
      this.#at += 1;
    }
  }

  #items(): string | undefined {
    if (this.#peek() === ']') return this.#skip();
    for (;;) {
      const problem = this.value('looking for beginning of value');
      if (problem !== undefined) return problem;
      const next = this.#peek();
      if (next === undefined) return endOfInput;
      if (next === ']') return this.#skip();
      if (next !== ',') return this.#invalid('after array element');
      this.#at += 1;
    }
  }

  #string(): string | undefined {
    this.#at += 1;
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined) return endOfInput;
      if (character < ' ') return this.#invalid('in string literal');
      if (character === '"') return this.#skip();
      this.#at += 1;
      if (character === '\\') {
        const problem = this.#escape();
        if (problem !== undefined) return problem;
      }
    }
  }

  #escape(): string | undefined {
    const escaped = this.#text[this.#at];
    if (escaped === undefined) return endOfInput;
    if (!'"\\/bfnrtu'.includes(escaped)) return this.#invalid('in string escape code');
    this.#at += 1;
    for (let left = escaped === 'u' ? 4 : 0; left > 0; left -= 1, this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === undefined) return endOfInput;
      if (!/[0-9a-fA-F]/.test(character)) return this.#invalid('in \\u hexadecimal character escape');
    }
    return undefined;
  }

  #number(): string | undefined {
    const digits = (context: string): string | undefined => {
      const first = this.#text[this.#at];
      if (first === undefined) return endOfInput;
      if (!isDigit(first)) return this.#invalid(context);
      while (isDigit(this.#text[this.#at] ?? '')) this.#at += 1;
      return undefined;
    };
    if (this.#text[this.#at] === '-') this.#at += 1;
    if (this.#text[this.#at] === '0') this.#at += 1;
    else {
      const problem = digits('in numeric literal');
      if (problem !== undefined) return problem;
    }
    if (this.#text[this.#at] === '.') {
      this.#at += 1;
      const problem = digits('after decimal point in numeric literal');
      if (problem !== undefined) return problem;
    }
    if (/[eE]/.test(this.#text[this.#at] ?? '')) {
      this.#at += 1;
      if (/[+-]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
      return digits('in exponent of numeric literal');
    }
    return undefined;
  }

  #literal(word: string): string | undefined {
    for (let index = 0; index < word.length; index += 1) {
      const expected = word[index];
      const character = this.#text[this.#at];
      if (character === undefined) return endOfInput;
      if (character !== expected) return this.#invalid(`in literal ${word} (expecting '${expected}')`);
      this.#at += 1;
    }
    return undefined;
  }

  /** The next character that is no white space; undefined at the end. */
  #peek(): string | undefined {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? 'x')) this.#at += 1;
    return this.#text[this.#at];
  }

  #skip(): undefined {
    this.#at += 1;
    return undefined;
  }

  #invalid(context: string): string {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    const printed = character === "'" ? `'\\''` : character === '"' ? `'"'` : `'${goCharacter(character)}'`;
    return `invalid character ${printed} ${context}`;
  }
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9' && character.length === 1;

/** A character as Go quotes it. */
function goCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const named: Readonly<Record<string, string>> = {
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\b': '\\b',
    '\f': '\\f',
    '\\': '\\\\',
  };
  return (
    named[character] ??
    (code < 0x20 || code === 0x7f
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : code < 0xa0 && code > 0x7f
        ? `\\u${code.toString(16).padStart(4, '0')}`
        : character)
  );
}
