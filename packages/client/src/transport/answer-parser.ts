/**
 * From the bytes of a connection to an answer: its head, its body as it comes, its end. Each read is looked at once and taken whole.
 * Upstream: RFC 9112.
 */
import { readAnswerHead, type AnswerHead } from './answer-head.ts';
import { Dechunker } from './dechunker.ts';
import { MalformedAnswerError } from './malformed-answer-error.ts';

/** What is told of an answer. */
export interface AnswerEvents {
  onHead(head: AnswerHead): void;
  onBody(bytes: Buffer): void;
  onEnd(): void;
}

const LONGEST_HEAD = 256 * 1024;

/** Parses one answer after the other. */
export class AnswerParser {
  readonly #events: AnswerEvents;
  readonly #chunks = new Dechunker();
  #isHead = false;
  /** Absent until all of the head is there. */
  #head: AnswerHead | undefined;
  #begun: Buffer | undefined;
  #left = 0;
  #isExpected = false;

  constructor(events: AnswerEvents) {
    this.#events = events;
  }

  /** Waits for the answer to a request; `isHead` says that it has no body whatever it announces. */
  expect(isHead: boolean): void {
    this.#isExpected = true;
    this.#isHead = isHead;
    this.#head = this.#begun = undefined;
  }

  /** Takes what a read has brought between two places, which is changed. Throws `MalformedAnswerError`; nothing more may be taken then. */
  take(read: Buffer, from: number, to: number): void {
    if (this.#head === undefined) return this.#takeBeginning(read.subarray(from, to));
    const end = this.#isExpected ? this.#takeBody(read, from, to, this.#head) : from;
    if (end < to) throw tooMuch();
  }

  #takeBeginning(read: Buffer): void {
    let bytes = read;
    let at = 0;
    while (this.#head === undefined) {
      if (!this.#isExpected) throw new MalformedAnswerError('the server answers what nobody asked');
      if (this.#begun !== undefined) bytes = Buffer.concat([this.#begun, bytes]);
      this.#begun = undefined;
      const end = bytes.indexOf('\r\n\r\n', at, 'latin1');
      if (end === -1) return this.#keep(bytes.subarray(at));
      at = this.#takeHead(bytes.toString('latin1', at, end + 2), end + 4);
      if (at === bytes.length) return; // nothing of the body yet
    }
    if (this.#isExpected) at = this.#takeBody(bytes, at, bytes.length, this.#head);
    if (at < bytes.length) throw tooMuch();
  }

  /** The connection has ended, and with it an answer whose end is not said otherwise. */
  end(): void {
    if (this.#head?.framing === 'close' && this.#isExpected) this.#finish();
  }

  #keep(begun: Buffer): void {
    const looksRight = 'HTTP/1.'.startsWith(begun.toString('latin1', 0, 7));
    if (!looksRight || begun.length > LONGEST_HEAD) throw new MalformedAnswerError('the answer is no HTTP/1.1');
    this.#begun = begun;
  }

  /** An interim head is passed over: the answer is still to come. */
  #takeHead(text: string, end: number): number {
    const head = readAnswerHead(text, this.#isHead);
    if (head.status === 101) throw new MalformedAnswerError('the server switches to a protocol that nobody asked for');
    if (head.status < 200) return end;
    this.#head = head;
    this.#left = head.length;
    if (head.framing === 'chunks') this.#chunks.begin();
    this.#events.onHead(head);
    if (head.framing === 'none' || (head.framing === 'length' && head.length === 0)) this.#finish();
    return end;
  }

  #takeBody(bytes: Buffer, at: number, to: number, { framing }: AnswerHead): number {
    if (framing === 'chunks') return this.#takeChunks(bytes, at, to);
    const end = framing === 'close' ? to : Math.min(to, at + this.#left);
    this.#left -= end - at;
    if (end > at) this.#events.onBody(bytes.subarray(at, end));
    if (framing === 'length' && this.#left === 0) this.#finish();
    return end;
  }

  #takeChunks(bytes: Buffer, at: number, to: number): number {
    const chunks = this.#chunks;
    const end = chunks.take(bytes, at, to);
    if (chunks.to > chunks.from) this.#events.onBody(bytes.subarray(chunks.from, chunks.to));
    if (chunks.isDone) this.#finish();
    return end;
  }

  #finish(): void {
    this.#isExpected = false;
    this.#events.onEnd();
  }
}

const tooMuch = (): MalformedAnswerError => new MalformedAnswerError('the server says more than it was asked');
