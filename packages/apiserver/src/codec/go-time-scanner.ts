/** Walks through the text of a time and, where it is not what the layout says, words the error as Go does. */
import { Buffer } from 'node:buffer';
import { InvalidInputError } from '@reeve/machinery';

export class TimeScanner {
  readonly #text: string;
  readonly #layout: string;
  #rest: string;

  constructor(text: string, layout: string) {
    this.#text = text;
    this.#layout = layout;
    this.#rest = text;
  }

  year(): number {
    return Number(this.#take(/^[0-9]{4}/, '2006'));
  }

  literal(character: string): this {
    if (!this.#rest.startsWith(character)) throw this.#unreadable(character);
    this.#rest = this.#rest.slice(character.length);
    return this;
  }

  /** Two digits; with a unit, within its range. */
  twoDigits(element: string, unit?: string, least = 0, most = 99): number {
    return this.#within(Number(this.#take(/^[0-9]{2}/, element)), unit ?? '', least, most);
  }

  /** One digit is enough. */
  hour(): number {
    return this.#within(Number(this.#take(/^[0-9]{1,2}/, '15')), 'hour', 0, 23);
  }

  /** The microseconds of a fraction that may be there and may have any length. */
  anyFraction(): number {
    const [written = '', digits = ''] = /^[.,]([0-9]+)/.exec(this.#rest) ?? [];
    this.#rest = this.#rest.slice(written.length);
    return Number(digits.slice(0, 6).padEnd(6, '0'));
  }

  /** The microseconds of a fraction that must have six digits. */
  sixDigits(): number {
    return Number(this.#take(/^[.,][0-9]{6}/, '.000000').slice(1));
  }

  /** The seconds that the time is ahead of UTC. */
  offset(): number {
    const [, sign, hours = '', minutes = ''] = /^(?:Z|([+-])([0-9]{2}):([0-9]{2}))/.exec(this.#rest) ?? [];
    if (sign === undefined) {
      this.#take(/^Z/, 'Z07:00');
      return 0;
    }
    this.#within(Number(hours), 'time zone offset hour', 0, 24);
    this.#within(Number(minutes), 'time zone offset minute', 0, 60);
    this.#rest = this.#rest.slice('+00:00'.length);
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  }

  end(): void {
    if (this.#rest !== '') throw this.#error(`: extra text: ${quote(this.#rest)}`);
  }

  outOfRange(unit: string): InvalidInputError {
    return this.#error(`: ${unit} out of range`);
  }

  #take(pattern: RegExp, element: string): string {
    const [found] = pattern.exec(this.#rest) ?? [];
    if (found === undefined) throw this.#unreadable(element);
    this.#rest = this.#rest.slice(found.length);
    return found;
  }

  #within(value: number, unit: string, least: number, most: number): number {
    if (value < least || value > most) throw this.outOfRange(unit);
    return value;
  }

  #unreadable(element: string): InvalidInputError {
    return this.#error(` as ${quote(this.#layout)}: cannot parse ${quote(this.#rest)} as ${quote(element)}`);
  }

  #error(problem: string): InvalidInputError {
    return new InvalidInputError(this.#text, `parsing time ${quote(this.#text)}${problem}`);
  }
}

/** Quoted, with bytes beyond printable ASCII as numbers. */
function quote(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) => {
    if (byte < 0x20 || byte >= 0x80) return `\\x${byte.toString(16).padStart(2, '0')}`;
    const character = String.fromCharCode(byte);
    return character === '"' || character === '\\' ? `\\${character}` : character;
  });
  return `"${bytes.join('')}"`;
}
