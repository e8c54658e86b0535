/**
 * The items of a List, one by one, out of the chunks of its body. No more than one item and what surrounds them is held at a time, so a
 * list of any size never is one string. The fields besides `items` may stand before or behind them. What exceeds a limit is refused
 * with `REEVE_ANSWER_LIMIT` before it is held.
 */
import { answerLimits, checkLength } from './answer-limits.ts';
import { asBuffer, textOf } from './byte-text.ts';
import { skipSpace, skipString, skipValue } from './json-skip.ts';
import { ValueEnd } from './value-end.ts';

const [QUOTE, COMMA, COLON, OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x22, 0x2c, 0x3a, 0x7b, 0x5b, 0x5d];
const itemsKey = Buffer.from('"items"');

/** Push a chunk, then take items until there is none; at the end of the body finish, take what is left, and ask for the rest. */
export class ListSplitter {
  #place: 'before' | 'within' | 'behind' = 'before';
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  /** What stands before the items: it is searched again when it has doubled, so that searching stays linear. */
  #head: Buffer = Buffer.alloc(0);
  #headParts: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #begun: Buffer[] = [];
  #begunBytes = 0;
  #bodyBytes = 0;
  readonly #itemEnd = new ValueEnd();

  /** Adds a chunk, after all items of the one before have been taken. */
  push(chunk: Uint8Array): void {
    this.#chunk = asBuffer(chunk);
    this.#at = 0;
    this.#bodyBytes += chunk.length;
    checkLength('answer', this.#bodyBytes);
    if (this.#place !== 'before') return;
    this.#headParts.push(this.#chunk);
    this.#headBytes += this.#chunk.length;
    const isLong = this.#head.length + this.#headBytes > answerLimits.aroundItems;
    if (isLong || this.#headBytes >= this.#head.length) this.#searchItems();
  }

  /** The body has ended: what has not been searched yet is searched now, and may hold items. */
  finish(): void {
    if (this.#place === 'before') this.#searchItems();
  }

  /** The next whole item. Undefined when the rest of the chunk holds none; it is kept. */
  next(): Buffer | undefined {
    if (this.#place === 'within' && !this.#itemEnd.isInside) this.#toNextItem();
    if (this.#place === 'behind') return this.#keepTail();
    if (this.#place === 'before' || this.#at >= this.#chunk.length) return undefined;
    const start = this.#at;
    const end = this.#itemEnd.find(this.#chunk, start);
    this.#at = end === -1 ? this.#chunk.length : end;
    const part = this.#chunk.subarray(start, this.#at);
    return end === -1 ? this.#keepItem(part) : this.#join(part);
  }

  /** The text of the list without its items. Undefined when the body ended among them. */
  rest(): string | undefined {
    if (this.#place === 'within') return undefined;
    if (this.#place === 'before') return textOf(this.#head);
    return `${textOf(this.#head)}[]${textOf(Buffer.concat(this.#tail))}`;
  }

  /** Looks for the items in all that has come so far. */
  #searchItems(): void {
    const all = Buffer.concat([this.#head, ...this.#headParts]);
    const items = placeOfItems(all);
    checkLength('aroundItems', items === -1 ? all.length : items);
    this.#headParts = [];
    this.#headBytes = 0;
    if (items === -1) {
      this.#head = all;
      return;
    }
    this.#head = all.subarray(0, items);
    this.#chunk = all;
    this.#at = items + 1;
    this.#place = 'within';
  }

  /** Over commas and space to an item, or over the end of the items. */
  #toNextItem(): void {
    let at = skipSpace(this.#chunk, this.#at, this.#chunk.length);
    while (this.#chunk[at] === COMMA) at = skipSpace(this.#chunk, at + 1, this.#chunk.length);
    this.#at = at;
    if (this.#chunk[at] !== CLOSE_BRACKET) return;
    this.#at = at + 1;
    this.#place = 'behind';
  }

  #keepTail(): undefined {
    if (this.#at < this.#chunk.length) {
      this.#tailBytes += this.#chunk.length - this.#at;
      checkLength('aroundItems', this.#tailBytes);
      this.#tail.push(this.#chunk.subarray(this.#at));
    }
    this.#at = this.#chunk.length;
  }

  #keepItem(part: Buffer): undefined {
    this.#begunBytes += part.length;
    checkLength('item', this.#begunBytes);
    this.#begun.push(part);
  }

  #join(part: Buffer): Buffer {
    checkLength('item', this.#begunBytes + part.length);
    if (this.#begun.length === 0) return part;
    const item = Buffer.concat([...this.#begun, part]);
    this.#begun = [];
    this.#begunBytes = 0;
    return item;
  }
}

/** The place of the bracket that opens the items of a list, or -1 when it is not among these bytes. */
function placeOfItems(bytes: Buffer): number {
  const end = bytes.length;
  let at = skipSpace(bytes, 0, end);
  if (bytes[at] !== OPEN_BRACE) return -1;
  for (at = skipSpace(bytes, at + 1, end); bytes[at] === QUOTE; at = skipSpace(bytes, at, end)) {
    const key = at;
    const keyEnd = skipString(bytes, key, end);
    const colon = keyEnd === -1 ? end : skipSpace(bytes, keyEnd, end);
    const value = bytes[colon] === COLON ? skipSpace(bytes, colon + 1, end) : end;
    if (value >= end) return -1;
    if (bytes[value] === OPEN_BRACKET && bytes.subarray(key, keyEnd).equals(itemsKey)) return value;
    at = skipValue(bytes, value, end);
    if (at === -1) return -1;
    at = skipSpace(bytes, at, end);
    if (bytes[at] === COMMA) at += 1;
  }
  return -1;
}
