/**
 * What the bytes of an object say about it before they are parsed: its name, uid, version and generation, and where its managedFields are. The
 * scan follows the structure, so that an owner's uid, or a value that looks like a key, is never taken for the object's own; keys
 * may come in any order. It goes no further than it is asked to: servers send the identity of typed objects first.
 */
import { skipSpace, skipString, skipValue } from './json-skip.ts';

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_BRACE, CLOSE_BRACE] = [0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x7d];
const LAST_ASCII = 0x7e;

/** The members of the metadata that are looked for; the place in this list is their place in `#places`. */
const members = ['uid', 'name', 'namespace', 'resourceVersion', 'generation', 'labels', 'managedFields'].map((word) =>
  Buffer.from(word),
);
const [UID, NAME, NAMESPACE, VERSION, GENERATION, LABELS, MANAGED] = [0, 1, 2, 3, 4, 5, 6];
const endOfManaged = Buffer.from('}]');
const metadataWord = Buffer.from('metadata');
const kindWord = Buffer.from('kind');
const apiVersionWord = Buffer.from('apiVersion');

/** A part of the bytes, from the first place to before the second. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** Scans one object after another; what it found is there until the next `begin`. */
export class ObjectScan {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #isOver = true;
  #hasType = false;
  /** Where the value of a member begins; for managedFields, where its key does. */
  readonly #places = new Int32Array(members.length);
  #managedEnd = -1;

  /** Looks for the metadata of the object that the bytes are. False when there is none to be found. */
  begin(bytes: Buffer): boolean {
    this.#reset(bytes);
    const brace = skipSpace(bytes, 0, bytes.length);
    if (bytes[brace] !== OPEN_BRACE) return false;
    for (let key = this.#nextKey(brace + 1); key !== -1;) {
      const value = this.#valueOf(key);
      if (this.#isKey(key, metadataWord)) return this.#enter(value);
      this.#hasType ||= this.#isKey(key, kindWord) || this.#isKey(key, apiVersionWord);
      const next = value === -1 ? -1 : skipValue(bytes, value, bytes.length);
      key = next === -1 ? -1 : this.#nextKey(next);
    }
    return false;
  }

  /** True when `kind` or `apiVersion` come before the metadata. The items of a typed list have neither. */
  get hasType(): boolean {
    return this.#hasType;
  }

  /** Undefined when there is none, or one that only the parser can read; the same for the others. */
  get uid(): string | undefined {
    return this.#stringAt(this.#find(UID));
  }

  get name(): string | undefined {
    return this.#stringAt(this.#find(NAME));
  }

  /** Ask only for kinds that have namespaces: for the others all of the metadata is searched in vain. */
  get namespace(): string | undefined {
    return this.#stringAt(this.#find(NAMESPACE));
  }

  get resourceVersion(): string | undefined {
    return this.#stringAt(this.#find(VERSION));
  }

  get generation(): number | undefined {
    const place = this.#find(GENERATION);
    return place === -1 ? undefined : Number(this.#bytes.toString('latin1', place, this.#endOf(place)));
  }

  /** The bytes of the labels, a JSON object. */
  get labels(): Buffer | undefined {
    const place = this.#find(LABELS);
    return place === -1 ? undefined : this.#bytes.subarray(place, this.#endOf(place));
  }

  /** Where managedFields are, with the comma that goes with them: what is left without them is JSON again. */
  get managedFields(): ByteRange | undefined {
    const from = this.#find(MANAGED);
    if (from === -1) return undefined;
    const before = this.#lastBefore(from);
    if (this.#bytes[before] === COMMA) return { from: before, to: this.#managedEnd };
    const after = skipSpace(this.#bytes, this.#managedEnd, this.#bytes.length);
    return { from, to: this.#bytes[after] === COMMA ? after + 1 : this.#managedEnd };
  }

  #reset(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#isOver = true;
    this.#hasType = false;
    this.#places.fill(-1);
  }

  #enter(metadata: number): boolean {
    if (this.#bytes[metadata] !== OPEN_BRACE) return false;
    this.#at = metadata + 1;
    this.#isOver = false;
    return true;
  }

  /** The place of a member, reading on only when it has not been passed yet. */
  #find(member: number): number {
    while (this.#places[member] === -1 && !this.#isOver) this.#readMember();
    return this.#places[member] ?? -1;
  }

  #readMember(): void {
    const key = this.#nextKey(this.#at);
    const value = key === -1 ? -1 : this.#valueOf(key);
    const member = value === -1 ? -1 : this.#memberAt(key);
    const next = value === -1 ? -1 : this.#skip(value, member === MANAGED);
    this.#isOver = next === -1;
    if (this.#isOver) return;
    this.#at = next;
    if (member === MANAGED) this.#managedEnd = next;
    if (member !== -1) this.#places[member] = member === MANAGED ? key : value;
  }

  /**
   * Over a value. Managed fields are long, and no array is in them but they themselves, so that their end is searched for. A name that looks
   * like the end misleads the search; the rest then ends within a string, which is no JSON, and whoever parses it looks again.
   */
  #skip(value: number, isManaged: boolean): number {
    const end = isManaged ? this.#bytes.indexOf(endOfManaged, value) + endOfManaged.length : 0;
    const byte = this.#bytes[end];
    if (end >= endOfManaged.length && (byte === COMMA || byte === CLOSE_BRACE)) return end;
    return skipValue(this.#bytes, value, this.#bytes.length);
  }

  #memberAt(key: number): number {
    for (let member = 0; member < members.length; member += 1) {
      const word = members[member];
      if (word !== undefined && this.#isKey(key, word)) return member;
    }
    return -1;
  }

  /** The place of the quote that the next key begins with, or -1 at the end of the object. */
  #nextKey(from: number): number {
    const { length } = this.#bytes;
    let at = skipSpace(this.#bytes, from, length);
    if (this.#bytes[at] === COMMA) at = skipSpace(this.#bytes, at + 1, length);
    return at < length && this.#bytes[at] === QUOTE ? at : -1;
  }

  /** The place of the value that belongs to a key. */
  #valueOf(key: number): number {
    const { length } = this.#bytes;
    const end = skipString(this.#bytes, key, length);
    const colon = end === -1 ? length : skipSpace(this.#bytes, end, length);
    if (colon >= length || this.#bytes[colon] !== COLON) return -1;
    const value = skipSpace(this.#bytes, colon + 1, length);
    return value < length ? value : -1;
  }

  #isKey(key: number, word: Buffer): boolean {
    const { length } = word;
    if (this.#bytes[key + 1] !== word[0] || this.#bytes[key + 1 + length] !== QUOTE) return false;
    for (let at = 1; at < length; at += 1) if (this.#bytes[key + 1 + at] !== word[at]) return false;
    return true;
  }

  #endOf(place: number): number {
    return skipValue(this.#bytes, place, this.#bytes.length);
  }

  /** Names, uids and versions are plain ASCII; what has escapes or other letters is left to the parser. */
  #stringAt(quote: number): string | undefined {
    if (quote === -1 || this.#bytes[quote] !== QUOTE) return undefined;
    const end = this.#bytes.indexOf(QUOTE, quote + 1);
    for (let at = quote + 1; at < end; at += 1) {
      const byte = this.#bytes[at] ?? 0;
      if (byte === BACKSLASH || byte > LAST_ASCII) return undefined;
    }
    return this.#bytes.toString('latin1', quote + 1, end);
  }

  #lastBefore(place: number): number {
    let at = place - 1;
    while (at > 0 && skipSpace(this.#bytes, at, at + 1) === at + 1) at -= 1;
    return at;
  }
}
