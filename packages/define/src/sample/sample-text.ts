/**
 * A text that a schema accepts: of its format, or one that its pattern matches. Patterns are read as far as schemas use them: literals, classes, groups, alternatives and counts.
 */
import { isJsonObject } from '@reeve/machinery';
import type { JsonObject } from '@reeve/machinery';

/** So many repetitions are added where a text has to be longer. */
const mostRepetitions = 64;

/** A text for the schema; `sample` where no other is found. */
export function sampleText(schema: JsonObject): string {
  const { format, example, minLength = 0, maxLength = Infinity, allOf } = schema;
  const clauses = Array.isArray(allOf) ? allOf.filter((clause) => isJsonObject(clause)) : [];
  const patterns = [schema, ...clauses].flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
  const plain = 'sample'.padEnd(Number(minLength), '-').slice(0, Math.max(Number(maxLength), 1));
  const known = [example, typeof format === 'string' && ofFormat[format], plain].filter(
    (text) => typeof text === 'string',
  );
  const isAccepted = (text: string): boolean =>
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    patterns.every((pattern) => regExpOf(pattern)?.test(text) === true);
  if (format !== undefined && patterns.length === 0) return known[0] ?? plain;
  for (const text of known) if (isAccepted(text)) return text;
  for (let more = 0; more <= mostRepetitions; more += 1) {
    const texts = patterns.flatMap((pattern) => new PatternSample(pattern, more).text() ?? []);
    const joined = texts.join(''); // for a pattern of the beginning and one of the end
    const found = [...texts, joined].find((text) => isAccepted(text));
    if (found !== undefined) return found;
  }
  return plain;
}

const ofFormat: Readonly<Record<string, string>> = {
  uri: 'https://example.com',
  url: 'https://example.com',
  email: 'sample@example.com',
  hostname: 'example.com',
  'date-time': '2026-01-01T00:00:00Z',
  datetime: '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  duration: '1h',
  byte: 'c2FtcGxl',
  uuid: '7f3c0a56-2b1d-4e8f-9a3c-5d6e7f809122',
  uuid3: '7f3c0a56-2b1d-3e8f-9a3c-5d6e7f809122',
  uuid4: '7f3c0a56-2b1d-4e8f-9a3c-5d6e7f809122',
  uuid5: '7f3c0a56-2b1d-5e8f-9a3c-5d6e7f809122',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  cidr: '192.0.2.0/24',
  mac: '00:00:5e:00:53:01',
  isbn: '978-3-16-148410-0',
  isbn10: '3-16-148410-0',
  isbn13: '978-3-16-148410-0',
  creditcard: '4111111111111111',
  ssn: '078-05-1120',
  hexcolor: '#3366ff',
  rgbcolor: 'rgb(51,102,255)',
};

function regExpOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined; // RE2 has forms that JavaScript has not
  }
}

/** The characters that are tried for a class, in this order. */
const characters =
  'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./:@ *+=,;!?#$%&()[]{}<>~^|\'"`\\'.split('');

/** A reader of a pattern that writes a text on the way: the first of alternatives, as few repetitions as allowed and `more`. */
class PatternSample {
  readonly #pattern: string;
  readonly #more: number;
  #at = 0;

  constructor(pattern: string, more: number) {
    this.#pattern = pattern;
    this.#more = more;
  }

  /** Undefined where the pattern has a form that is not read. */
  text(): string | undefined {
    const text = this.#alternatives();
    return this.#at === this.#pattern.length ? text : undefined;
  }

  #alternatives(): string | undefined {
    const first = this.#sequence();
    while (this.#takes('|')) this.#sequence();
    return first;
  }

  #sequence(): string | undefined {
    let text: string | undefined = '';
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at] ?? '')) {
      const atom = this.#atom();
      const count = this.#count();
      text = text === undefined || atom === undefined ? undefined : text + atom.repeat(count);
    }
    return text;
  }

  #atom(): string | undefined {
    const char = this.#pattern[this.#at++] ?? '';
    if (char === '^' || char === '$') return '';
    if (char === '.') return 'a';
    if (char === '(') return this.#group();
    if (char === '[') return this.#ofClass(/(?:\\.|[^\]\\])+\]/uy, '[');
    if (char !== '\\') return char;
    if (this.#match(/[AzbB]/uy) !== undefined) return '';
    return this.#ofClass(/p\{[^}]*\}|x\{[^}]*\}|x[0-9a-fA-F]{2}|./uy, '\\');
  }

  #group(): string | undefined {
    const head = this.#match(/\?(?::|P?<[^>]*>)/uy);
    if (head === undefined && this.#pattern[this.#at] === '?') return undefined;
    const text = this.#alternatives();
    return this.#takes(')') ? text : undefined;
  }

  /** A class or an escape: the first character that it matches. */
  #ofClass(rest: RegExp, head: string): string | undefined {
    const found = this.#match(rest);
    const matcher = found === undefined ? undefined : regExpOf(`^${head}${found}$`);
    return characters.find((char) => matcher?.test(char));
  }

  /** How often what stands before it is written. */
  #count(): number {
    const found = this.#match(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/uy) ?? '';
    const [, least = '', comma, most = ''] = /^\{(\d+)(,?)(\d*)/u.exec(found) ?? [];
    if (least !== '') return Math.min(Number(least) + (comma ? this.#more : 0), most === '' ? Infinity : Number(most));
    if (found.startsWith('?')) return Math.min(this.#more, 1);
    return found === '' ? 1 : this.#more + (found.startsWith('+') ? 1 : 0);
  }

  #takes(char: string): boolean {
    const isNext = this.#pattern[this.#at] === char;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}
