/**
 * Reads JSON token by token. It accepts exactly what `JSON.parse` accepts and builds the same values, but keeps big
 * integers, notes what a parsed value no longer shows, and knows where an error is. It keeps its own stack: any depth.
 */
import { formatJsonPointer } from './json-pointer.ts';
import { isBigInteger } from './big-integer-guard.ts';
import { JsonScanner } from './json-scanner.ts';
import type { JsonArray, JsonObject, JsonValue } from './json-value.ts';
import { setOwn } from './set-own.ts';

/** What the text said and the value no longer shows: pointers to places in it. */
export interface JsonNotes {
  /** Numbers written with a fraction or an exponent. */
  readonly floats: Set<string>;
  /** Keys that an object has more than once; the last value is the one that counts. */
  readonly duplicates: Set<string>;
}

/** A container that is being read. In an object, `key` is where the next value goes. */
interface Frame {
  readonly container: JsonObject | JsonArray;
  key: string | undefined;
}

/** No number has more digits: beyond this, decoders of 64-bit floats overflow. */
const maxDigits = 309;

export class JsonReader {
  readonly #scanner: JsonScanner;
  readonly #notes: JsonNotes | undefined;
  readonly #frames: Frame[] = [];

  constructor(text: string, notes?: JsonNotes) {
    this.#scanner = new JsonScanner(text);
    this.#notes = notes;
  }

  /** The value of the whole text, or `InvalidInputError`. */
  read(): JsonValue {
    for (;;) {
      const value = this.#start();
      const root = value === undefined ? undefined : this.#finish(value);
      if (root !== undefined) return root;
    }
  }

  /** Reads a scalar or an empty container; or opens a container, up to where its first value begins. */
  #start(): JsonValue | undefined {
    switch (this.#scanner.peek()) {
      case '{':
        return this.#open({}, '{', '}');
      case '[':
        return this.#open([], '[', ']');
      case '"':
        return this.#scanner.string();
      case 't':
        return this.#scanner.literal('true', true);
      case 'f':
        return this.#scanner.literal('false', false);
      case 'n':
        return this.#scanner.literal('null', null);
      default:
        return this.#number();
    }
  }

  #open(container: JsonObject | JsonArray, opening: string, closing: string): JsonValue | undefined {
    this.#scanner.skip(opening);
    if (this.#scanner.skip(closing)) return container;
    this.#frames.push({ container, key: Array.isArray(container) ? undefined : this.#key() });
    return undefined;
  }

  /** Puts a value in its container, and that one in its own, as long as they end here. Returns the root, at its end. */
  #finish(value: JsonValue): JsonValue | undefined {
    for (let part = value; ; this.#frames.pop()) {
      const frame = this.#frames.at(-1);
      if (frame === undefined) return this.#end(part);
      this.#put(frame, part);
      if (this.#scanner.skip(',')) return this.#next(frame);
      this.#expect(Array.isArray(frame.container) ? ']' : '}', 'expected a comma or the end of the list or object');
      part = frame.container;
    }
  }

  #put({ container, key }: Frame, part: JsonValue): void {
    if (Array.isArray(container)) container.push(part);
    else if (key !== undefined) setOwn(container, key, part);
  }

  #next(frame: Frame): undefined {
    if (Array.isArray(frame.container)) return;
    frame.key = this.#key();
    if (this.#notes !== undefined && Object.hasOwn(frame.container, frame.key)) {
      this.#notes.duplicates.add(this.#pointer());
    }
  }

  #end(root: JsonValue): JsonValue {
    if (this.#scanner.peek() !== '') this.#scanner.fail('expected nothing after the value');
    return root;
  }

  #key(): string {
    if (this.#scanner.peek() !== '"') this.#scanner.fail('expected a key in double quotes');
    const key = this.#scanner.string();
    this.#expect(':', 'expected a colon after the key');
    return key;
  }

  #number(): number | bigint {
    const token = this.#scanner.number();
    if (!/^-?\d+$/.test(token)) this.#notes?.floats.add(this.#pointer());
    else if (token.length > maxDigits)
      this.#scanner.fail(`expected a number of at most ${maxDigits} digits before this`);
    return isBigInteger(token) ? BigInt(token) : Number(token);
  }

  /** Where the value is that is being read. An array grows when its element is complete, so its length is the index. */
  #pointer(): string {
    return formatJsonPointer(this.#frames.map(({ container, key }) => key ?? (container as JsonArray).length));
  }

  #expect(character: string, problem: string): void {
    if (!this.#scanner.skip(character)) this.#scanner.fail(problem);
  }
}
