/**
 * Prints a value as `JSON.stringify` does, and what that cannot: bigints, nesting of any depth, sorted keys, numbers in
 * a form of the caller's choice. It keeps its own stack, so that depth costs memory and no call frames.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { formatJsonPointer } from './json-pointer.ts';

/** What may differ from `JSON.stringify`. */
interface WriteRules {
  /** Printed once per level in front of each part; empty for everything on one line. */
  readonly indent: string;
  /** True to print keys in the order of their code units instead of that of insertion. */
  readonly sortKeys: boolean;
  /** Prints a finite number; `pointer` tells where it is. */
  readonly number: (value: number, pointer: () => string) => string;
}

/** A container that is being printed; `at` is the next part of it. */
interface Frame {
  readonly container: object;
  readonly keys: readonly string[] | undefined;
  readonly parts: readonly unknown[] | Readonly<Record<string, unknown>>;
  at: number;
  isEmpty: boolean;
}

export class JsonWriter {
  readonly #rules: WriteRules;
  readonly #frames: Frame[] = [];
  readonly #inside = new Set<object>();
  #text = '';

  constructor(rules: WriteRules) {
    this.#rules = rules;
  }

  /** The text of a value, or undefined where `JSON.stringify` says so: of undefined, functions and symbols. */
  write(value: unknown): string | undefined {
    const root = prepared(value, '');
    if (!isPrintable(root)) return undefined;
    this.#print(root);
    for (let frame; (frame = this.#frames.at(-1)) !== undefined;) this.#advance(frame);
    return this.#text;
  }

  #advance(frame: Frame): void {
    const at = frame.at++;
    if (frame.keys === undefined) this.#element(frame, frame.parts as readonly unknown[], at);
    else this.#property(frame, frame.parts as Readonly<Record<string, unknown>>, frame.keys[at]);
  }

  #element(frame: Frame, elements: readonly unknown[], at: number): void {
    if (at >= elements.length) return this.#close(frame, ']');
    this.#separate(frame);
    const element = prepared(elements[at], String(at));
    this.#print(isPrintable(element) ? element : null);
  }

  #property(frame: Frame, properties: Readonly<Record<string, unknown>>, key: string | undefined): void {
    if (key === undefined) return this.#close(frame, '}');
    const value = prepared(properties[key], key);
    if (!isPrintable(value)) return;
    this.#separate(frame);
    this.#text += JSON.stringify(key) + (this.#rules.indent === '' ? ':' : ': ');
    this.#print(value);
  }

  #print(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.#open(value);
    else if (typeof value === 'bigint') this.#text += value.toString();
    else if (typeof value === 'number' && Number.isFinite(value))
      this.#text += this.#rules.number(value, this.#pointer);
    else this.#text += JSON.stringify(value);
  }

  #open(container: object): void {
    if (this.#inside.has(container)) {
      throw new InvalidInputError(this.#pointer(), `the value at "${this.#pointer()}" contains itself: JSON cannot`);
    }
    this.#inside.add(container);
    const keys = Array.isArray(container) ? undefined : this.#keys(container);
    this.#text += keys === undefined ? '[' : '{';
    this.#frames.push({ container, keys, parts: container as Frame['parts'], at: 0, isEmpty: true });
  }

  #close(frame: Frame, bracket: string): void {
    this.#frames.pop();
    this.#inside.delete(frame.container);
    if (!frame.isEmpty) this.#newLine();
    this.#text += bracket;
  }

  #separate(frame: Frame): void {
    if (!frame.isEmpty) this.#text += ',';
    frame.isEmpty = false;
    this.#newLine();
  }

  #newLine(): void {
    if (this.#rules.indent !== '') this.#text += '\n' + this.#rules.indent.repeat(this.#frames.length);
  }

  #keys(container: object): string[] {
    const keys = Object.keys(container);
    return this.#rules.sortKeys ? keys.toSorted() : keys;
  }

  readonly #pointer = (): string =>
    formatJsonPointer(this.#frames.map(({ keys, at }) => keys?.[at - 1] ?? String(at - 1)));
}

function isPrintable(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

/** As in `JSON.stringify`, an object with a `toJSON` method (a date) speaks for itself. */
function prepared(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  return typeof value.toJSON === 'function' ? (value.toJSON(key) as unknown) : value;
}
