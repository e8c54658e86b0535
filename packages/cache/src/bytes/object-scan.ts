/**
 * What the bytes of an object say about it before they are parsed: its name, uid, version and generation, and where its managedFields are. The
 * scan follows the structure, so that an owner's uid, or a value that looks like a key, is never taken for the object's own; keys
 * may come in any order. It goes no further than it is asked to: servers send the identity of typed objects first.
 */
import { isAt, isSameLevel, skipSpace, skipString, skipValue } from './json-skip.ts';
import { WireText } from './wire-text.ts';

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_BRACE, CLOSE_BRACE] = [0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x7d];
const LAST_ASCII = 0x7e;

/** The members of the metadata that are looked for; the place in this list is their place in `#places`. */
const members = ['uid', 'name', 'namespace', 'resourceVersion', 'generation', 'labels', 'managedFields'].map((word) =>
  Buffer.from(word),
);
const [UID, NAME, NAMESPACE, VERSION, GENERATION, LABELS, MANAGED] = [0, 1, 2, 3, 4, 5, 6];

/** No two of them have the same length: it tells which one a key can be. */
const memberOfLength = Array.from({ length: 16 }, (_, length) => members.findIndex((word) => word.length === length));
const metadataKey = Buffer.from('metadata');
const kindKey = Buffer.from('kind');
const apiVersionKey = Buffer.from('apiVersion');
const managedOpening = Buffer.from('"managedFields":[{');
const endOfManaged = Buffer.from('}]');

/** How an object begins is remembered up to this length: the next one of its kind begins the same. */
const LONGEST_OPENING = 160;

/** A part of the bytes, from the first place to before the second. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** Scans one object after another; what it found is there until the next `begin`. Places are those of the whole chunk. */
export class ObjectScan {
  #source = WireText.of(Buffer.alloc(0));
  #bytes = this.#source.bytes;
  #end = 0;
  #metadata = 0;
  #at = 0;
  #isOver = true;
  #hasType = false;
  /** Where the value of a member begins; for managedFields, where its key does. */
  readonly #places = new Int32Array(members.length);
  #managedEnd = -1;
  /** The chunk that was searched for managedFields last, and where the next of them are. */
  #searched = this.#source.bytes;
  #managedAhead = -1;
  #opening = new Uint8Array();
  #openingHasType = false;

  /** Looks for the metadata of the object that the bytes are. False when there is none to be found. */
  begin(source: WireText | Buffer): boolean {
    this.#reset(source instanceof WireText ? source : WireText.of(source));
    const { from } = this.#source;
    const inside = from + this.#opening.length;
    if (this.#opening.length === 0 || !isAt(this.#bytes, from, this.#opening)) return this.#searchMetadata(from);
    this.#hasType = this.#openingHasType;
    return this.#enter(inside - 1);
  }

  /** True when `kind` or `apiVersion` come before the metadata. The items of a typed list have neither. */
  get hasType(): boolean {
    return this.#hasType;
  }

  /** The place of the brace that opens the metadata. */
  get metadata(): number {
    return this.#metadata;
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
    return place === -1 ? undefined : Number(this.#source.textBetween(place, this.#endOf(place)));
  }

  /** The bytes of the labels, a JSON object. */
  get labels(): Buffer | undefined {
    const place = this.#find(LABELS);
    return place === -1 ? undefined : this.#bytes.subarray(place, this.#endOf(place));
  }

  /** Where managedFields are, with the comma that goes with them: what is left without them is JSON again. */
  get managedFields(): ByteRange | undefined {
    const from = this.#jumpToManaged() ?? this.#find(MANAGED);
    if (from === -1) return undefined;
    const before = this.#lastBefore(from);
    if (this.#bytes[before] === COMMA) return { from: before, to: this.#managedEnd };
    const after = skipSpace(this.#bytes, this.#managedEnd, this.#end);
    return { from, to: this.#bytes[after] === COMMA ? after + 1 : this.#managedEnd };
  }

  #reset(source: WireText): void {
    this.#source = source;
    this.#bytes = source.bytes;
    this.#end = source.to;
    this.#isOver = true;
    this.#hasType = false;
    for (let member = 0; member < members.length; member += 1) this.#places[member] = -1;
  }

  #searchMetadata(from: number): boolean {
    const brace = skipSpace(this.#bytes, from, this.#end);
    if (this.#bytes[brace] !== OPEN_BRACE) return false;
    for (let key = this.#nextKey(brace + 1); key !== -1;) {
      const value = this.#valueOf(key);
      if (this.#isKey(key, metadataKey)) return this.#enter(value) && this.#learnOpening(from, value + 1);
      this.#hasType ||= this.#isKey(key, kindKey) || this.#isKey(key, apiVersionKey);
      const next = value === -1 ? -1 : skipValue(this.#bytes, value, this.#end);
      key = next === -1 ? -1 : this.#nextKey(next);
    }
    return false;
  }

  #learnOpening(from: number, to: number): true {
    if (to - from > LONGEST_OPENING) return true;
    this.#opening = new Uint8Array(this.#bytes.subarray(from, to)); // a copy: a part would keep all of them
    this.#openingHasType = this.#hasType;
    return true;
  }

  #enter(metadata: number): boolean {
    if (metadata >= this.#end || this.#bytes[metadata] !== OPEN_BRACE) return false;
    this.#metadata = metadata;
    this.#at = metadata + 1;
    this.#isOver = false;
    return true;
  }

  /**
   * The place of the managedFields, searched for and not walked to. JSON has quotes that stand for themselves around strings only, so that what is found is a
   * key; that it is one of the metadata's own is seen by counting brackets. Undefined when the walk has to tell.
   */
  #jumpToManaged(): number | undefined {
    if (this.#isOver || this.#places[MANAGED] !== -1) return undefined;
    const key = this.#nextManaged();
    if (key >= this.#end || !isSameLevel(this.#bytes, this.#at, key)) return undefined;
    this.#managedEnd = this.#skipManaged(key + managedOpening.length - 2);
    return this.#managedEnd === -1 ? undefined : key;
  }

  /** Where managedFields may come next. It is remembered: where objects have none, the rest of the chunk is not searched for each of them. */
  #nextManaged(): number {
    if (this.#searched === this.#bytes && this.#managedAhead >= this.#at) return this.#managedAhead;
    const found = this.#bytes.indexOf(managedOpening, this.#at);
    this.#searched = this.#bytes;
    this.#managedAhead = found === -1 ? Infinity : found;
    return this.#managedAhead;
  }

  /** The place of a member, reading on only when it has not been passed yet. */
  #find(member: number): number {
    while (this.#places[member] === -1 && !this.#isOver) this.#readMember();
    return this.#places[member] ?? -1;
  }

  #readMember(): void {
    const key = this.#nextKey(this.#at);
    const after = key === -1 ? -1 : skipString(this.#bytes, key, this.#end);
    const value = after === -1 ? -1 : this.#valueBehind(after);
    const member = value === -1 ? -1 : this.#memberAt(key, after);
    const next = value === -1 ? -1 : this.#skip(value, member === MANAGED);
    this.#isOver = next === -1;
    if (this.#isOver) return;
    this.#at = next;
    if (member === MANAGED) this.#managedEnd = next;
    if (member !== -1) this.#places[member] = member === MANAGED ? key : value;
  }

  #skip(value: number, isManaged: boolean): number {
    return isManaged ? this.#skipManaged(value) : skipValue(this.#bytes, value, this.#end);
  }

  /**
   * Over managed fields. They are long, and no array is in them but they themselves, so that their end is searched for. A name that looks
   * like the end misleads the search; the rest then ends within a string, which is no JSON, and whoever parses it looks again.
   */
  #skipManaged(value: number): number {
    const found = this.#bytes.indexOf(endOfManaged, value);
    const end = found + endOfManaged.length;
    const byte = this.#bytes[end];
    if (found !== -1 && end < this.#end && (byte === COMMA || byte === CLOSE_BRACE)) return end;
    return skipValue(this.#bytes, value, this.#end);
  }

  /** Which member a key is, whose closing quote is before `after`; -1 when it is none of those. */
  #memberAt(key: number, after: number): number {
    const member = memberOfLength[after - key - 2] ?? -1;
    const word = members[member];
    return word !== undefined && this.#isKey(key, word) ? member : -1;
  }

  /** The place of the quote that the next key begins with, or -1 at the end of the object. */
  #nextKey(from: number): number {
    let at = skipSpace(this.#bytes, from, this.#end);
    if (this.#bytes[at] === COMMA) at = skipSpace(this.#bytes, at + 1, this.#end);
    return at < this.#end && this.#bytes[at] === QUOTE ? at : -1;
  }

  /** The place of the value that belongs to a key. */
  #valueOf(key: number): number {
    const after = skipString(this.#bytes, key, this.#end);
    return after === -1 ? -1 : this.#valueBehind(after);
  }

  #valueBehind(key: number): number {
    const colon = skipSpace(this.#bytes, key, this.#end);
    if (colon >= this.#end || this.#bytes[colon] !== COLON) return -1;
    const value = skipSpace(this.#bytes, colon + 1, this.#end);
    return value < this.#end ? value : -1;
  }

  /** True when the key is this word. */
  #isKey(key: number, word: Uint8Array): boolean {
    return this.#bytes[key + 1 + word.length] === QUOTE && isAt(this.#bytes, key + 1, word);
  }

  #endOf(place: number): number {
    return skipValue(this.#bytes, place, this.#end);
  }

  /** Names, uids and versions are plain ASCII; what has escapes or other letters is left to the parser. */
  #stringAt(quote: number): string | undefined {
    if (quote === -1 || this.#bytes[quote] !== QUOTE) return undefined;
    let at = quote + 1;
    for (let byte = this.#bytes[at]; byte !== QUOTE; byte = this.#bytes[at]) {
      if (byte === undefined || byte === BACKSLASH || byte > LAST_ASCII) return undefined;
      at += 1;
    }
    return this.#source.textBetween(quote + 1, at);
  }

  #lastBefore(place: number): number {
    let at = place - 1;
    while (at > 0 && skipSpace(this.#bytes, at, at + 1) === at + 1) at -= 1;
    return at;
  }
}
