/**
 * Takes the frame of chunks off a body. What a read has brought of the body is moved together within the bytes of that read, so that the reader gets one
 * piece for each read and not one for each chunk: a watch sends a chunk for each event.
 * Upstream: RFC 9112, 7.1.
 */
import { MalformedAnswerError } from './malformed-answer-error.ts';

const [CR, LF, SEMICOLON, TAB, SPACE] = [0x0d, 0x0a, 0x3b, 0x09, 0x20];

/** What is expected next. */
const [SIZE, EXTENSION, SIZE_END, DATA, DATA_RETURN, DATA_END, TRAILER, TRAILER_LINE, TRAILER_LINE_END] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
];
const LAST_END = 9;

/** Longer sizes are beyond what a number holds exactly. */
const MOST_DIGITS = 13;

/** Lines about chunks, and behind the last, may take so many bytes in all. */
const MOST_WORDS = 64 * 1024;

/** Works on one body at a time. */
export class Dechunker {
  #next: number = SIZE;
  #left = 0;
  #digits = 0;
  #words = 0;
  /** Where the body's bytes of the last read are. */
  from = 0;
  to = 0;

  /** True when the last chunk and what follows it have come. */
  isDone = false;

  /** Begins a body. */
  begin(): void {
    this.#next = SIZE;
    this.#digits = this.#left = this.#words = 0;
    this.isDone = false;
  }

  /** Takes a read, which is between `at` and `readEnd`, and moves the body's bytes between `from` and `to`. Answers where it stopped: behind the body, or at the end of the read. */
  take(bytes: Uint8Array, at: number, readEnd: number): number {
    this.from = this.to = -1;
    while (at < readEnd && !this.isDone) {
      if (this.#next === DATA) at = this.#takeData(bytes, at, readEnd);
      else this.#takeFrame(bytes[at++] as number);
    }
    return at;
  }

  #takeData(bytes: Uint8Array, at: number, readEnd: number): number {
    const end = Math.min(at + this.#left, readEnd);
    if (this.from === -1) this.from = this.to = at;
    if (this.to !== at) bytes.copyWithin(this.to, at, end);
    this.to += end - at;
    this.#left -= end - at;
    if (this.#left === 0) this.#next = DATA_RETURN;
    return end;
  }

  #takeFrame(byte: number): void {
    switch (this.#next) {
      case SIZE:
        return this.#takeSize(byte);
      case EXTENSION:
        return this.#skipTo(CR, byte, SIZE_END);
      case SIZE_END:
        this.#expect(LF, byte, this.#left === 0 ? TRAILER : DATA);
        this.#digits = 0;
        return;
      case DATA_RETURN:
        return this.#expect(CR, byte, DATA_END);
      case DATA_END:
        return this.#expect(LF, byte, SIZE);
      case TRAILER:
        this.#next = byte === CR ? LAST_END : TRAILER_LINE;
        return;
      case TRAILER_LINE:
        return this.#skipTo(CR, byte, TRAILER_LINE_END);
      case TRAILER_LINE_END:
        return this.#expect(LF, byte, TRAILER);
      default:
        this.#expect(LF, byte, SIZE);
        this.isDone = true;
    }
  }

  #takeSize(byte: number): void {
    const digit = digitOf(byte);
    if (digit !== -1) {
      this.#left = this.#left * 16 + digit;
      this.#digits += 1;
      if (this.#digits > MOST_DIGITS) throw malformed();
    } else if (this.#digits === 0) throw malformed();
    else if (byte === CR) this.#next = SIZE_END;
    else if (byte === SEMICOLON || byte === SPACE || byte === TAB) this.#next = EXTENSION;
    else throw malformed();
  }

  #expect(wanted: number, byte: number, next: number): void {
    if (byte !== wanted) throw malformed();
    this.#next = next;
  }

  #skipTo(wanted: number, byte: number, next: number): void {
    this.#words += 1;
    if (byte === wanted) this.#next = next;
    else if (byte === LF || this.#words > MOST_WORDS) throw malformed();
  }
}

const digitOf = (byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

const malformed = (): MalformedAnswerError => new MalformedAnswerError('the answer comes in chunks that make no sense');
