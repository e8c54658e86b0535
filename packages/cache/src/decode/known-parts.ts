/**
 * Leaves out of an object's text what the state before it has too. The two are compared member by member, in the order of the state before, and null is
 * put where a part is equal: what is left to parse is what changed, and little more. Where members do not come as expected the rest of that part
 * stays as it is. Whoever parses the text puts the parts back (`fillFrom`).
 *
 * Without it a change of one field costs the parsing of all of them: three times as much for a pod.
 */
import { skipValue } from '../bytes/json-skip.ts';
import type { ByteRange } from '../bytes/object-scan.ts';
import type { WireText } from '../bytes/wire-text.ts';
import { endOfText, valueOfKey } from './text-of-value.ts';

const [COMMA, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x2c, 0x7b, 0x7d, 0x5b, 0x5d];

/** Parts deeper than this are not looked into. */
const DEEPEST = 16;

/** A part whose text is shorter is parsed as quickly as null is put in its place. */
const SHORTEST = 12;

type Members = Readonly<Record<string, unknown>>;

/** Where an object is in its text, and what is not wanted of it. */
export interface ObjectText {
  readonly wire: WireText;
  /** The place of the brace that opens the metadata. */
  readonly metadata: number;
  /** The managedFields, if they are to go. */
  readonly cut: ByteRange | undefined;
}

/** A text in which parts of the state before stand as null, and how many they are. */
export interface Abridged {
  readonly text: string;
  readonly count: number;
}

/** How many bytes an object has without what is not wanted of it. */
export const sizeOf = ({ wire, cut }: ObjectText): number => wire.length - (cut === undefined ? 0 : cut.to - cut.from);

/** Works on one text after the other. */
export class KnownParts {
  #wire: WireText | undefined;
  #text = '';
  #cut: ByteRange | undefined;
  /** What is done, up to `#from`. */
  #done = '';
  #from = 0;
  #count = 0;
  /** The chunk that was searched for backslashes last, from where on, and the first that was found. */
  #searched: Buffer | undefined;
  #searchedFrom = 0;
  #backslash = -1;

  /** The text of the object, with null in place of what `before` has at the same place. Undefined for texts that are not ASCII: they are not compared. */
  leaveOut({ wire, metadata, cut }: ObjectText, before: { readonly metadata: object }): Abridged | undefined {
    if (!wire.isAscii) return undefined;
    this.#wire = wire;
    this.#text = wire.text;
    this.#cut = cut;
    this.#done = '';
    this.#from = wire.from;
    this.#count = 0;
    this.#walk(metadata, before);
    this.#leaveCut(this.#from, wire.to);
    return { text: this.#done + this.#text.slice(this.#from, wire.to), count: this.#count };
  }

  /** The metadata are looked into in any case: they say which object it is. Then what follows them. */
  #walk(metadata: number, before: Members): void {
    let next = this.#inside(metadata, before['metadata'], 1);
    let isBehind = false;
    for (const key in before) {
      if (isBehind) {
        const value = this.#text.charCodeAt(next) === COMMA ? valueOfKey(this.#text, next + 1, key) : -1;
        if (value === -1 || key === '__proto__') return;
        next = this.#value(value, before[key], 1);
        if (next === -1) return;
      } else isBehind = key === 'metadata';
    }
  }

  /** Over a value, equal or not; -1 when it does not end. */
  #value(at: number, before: unknown, depth: number): number {
    const end = endOfText(this.#text, at, before);
    const isPart = typeof before === 'object' && before !== null;
    if (end === -1 || this.#nextBackslash(at) < end) return isPart ? this.#inside(at, before, depth) : this.#skip(at);
    if (isPart && end - at >= SHORTEST) this.#leave(at, end, 'null');
    return end;
  }

  #inside(at: number, before: unknown, depth: number): number {
    const open = this.#text.charCodeAt(at);
    let end = -1;
    if (depth > DEEPEST) end = -1;
    else if (Array.isArray(before)) end = open === OPEN_BRACKET ? this.#elements(at, before, depth) : -1;
    else if (open === OPEN_BRACE) end = this.#members(at, before as Members, depth);
    return end === -1 ? this.#skip(at) : end;
  }

  /** Over the members of an object while they are those of the state before; -1 when there are others. */
  #members(at: number, before: Members, depth: number): number {
    let next = this.#overCut(at + 1);
    for (const key in before) {
      const value = valueOfKey(this.#text, next, key);
      if (value === -1 || key === '__proto__') return -1;
      const end = this.#value(value, before[key], depth + 1);
      if (end === -1) return -1;
      next = this.#overCut(end);
      const byte = this.#text.charCodeAt(next);
      if (byte === CLOSE_BRACE) return next + 1;
      if (byte !== COMMA) return -1;
      next += 1;
    }
    return -1;
  }

  #elements(at: number, before: readonly unknown[], depth: number): number {
    let next = at + 1;
    for (let nth = 0; nth < before.length; nth += 1) {
      const end = this.#value(next, before[nth], depth + 1);
      const byte = end === -1 ? -1 : this.#text.charCodeAt(end);
      if (byte === CLOSE_BRACKET) return end + 1;
      if (byte !== COMMA) return -1;
      next = end + 1;
    }
    return -1;
  }

  #overCut(at: number): number {
    if (this.#cut?.from !== at) return at;
    const { to } = this.#cut;
    this.#leaveCut(at, to);
    return to;
  }

  /** Over a value that stays as it is, but for the managedFields. */
  #skip(at: number): number {
    if (this.#wire === undefined) return -1;
    const end = skipValue(this.#wire.bytes, at, this.#wire.to);
    if (end !== -1) this.#leaveCut(at, end);
    return end;
  }

  #leaveCut(from: number, to: number): void {
    if (this.#cut === undefined || this.#cut.from < from || this.#cut.from >= to) return;
    this.#leave(this.#cut.from, this.#cut.to, '');
    this.#cut = undefined;
  }

  #leave(from: number, to: number, instead: string): void {
    this.#done += this.#text.slice(this.#from, from) + instead;
    this.#from = to;
    if (instead !== '') this.#count += 1;
  }

  /** It is remembered: most texts have none. */
  #nextBackslash(at: number): number {
    const isSearched = this.#searched === this.#wire?.bytes && this.#searchedFrom <= at;
    if (isSearched && this.#backslash >= at) return this.#backslash;
    const found = this.#text.indexOf('\\', at);
    this.#searched = this.#wire?.bytes;
    this.#searchedFrom = at;
    this.#backslash = found === -1 ? Infinity : found;
    return this.#backslash;
  }
}
