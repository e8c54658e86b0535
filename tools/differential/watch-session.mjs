/**
 * A watch that is open while a probe goes on: its events are read in the background and taken in order.
 */
import { readMessage } from './protobuf-tree.mjs';
import { parseJson } from './read-answer.mjs';

export class WatchSession {
  /** @type {unknown[]} */
  #events = [];
  #isEnded = false;
  #wake = () => {};
  #abort;

  /**
   * @param {AsyncIterable<Uint8Array>} body
   * @param {string} type
   * @param {AbortController} abort
   */
  constructor(body, type, abort) {
    this.#abort = abort;
    void this.#read(body, type.includes('protobuf') ? takeFrame : takeLine);
  }

  /**
   * The next events; fewer when the server ends the stream or the deadline passes.
   * @param {number} count
   * @param {number} deadlineMs
   */
  async take(count, deadlineMs) {
    await this.#until(() => this.#events.length >= count || this.#isEnded, deadlineMs);
    return this.#events.splice(0, count);
  }

  /**
   * The events up to and with the first one that is the last; all there are when the deadline passes before it comes.
   * @param {(event: unknown) => boolean} isLast
   * @param {number} deadlineMs
   */
  async takeUntil(isLast, deadlineMs) {
    await this.#until(() => this.#events.some(isLast) || this.#isEnded, deadlineMs);
    const last = this.#events.findIndex(isLast);
    return this.#events.splice(0, last < 0 ? this.#events.length : last + 1);
  }

  /**
   * The rest of the events, and whether the server ended the stream in time.
   * @param {number} deadlineMs
   */
  async rest(deadlineMs) {
    await this.#until(() => this.#isEnded, deadlineMs);
    return { events: this.#events.splice(0), ended: this.#isEnded };
  }

  close() {
    this.#abort.abort();
  }

  /**
   * @param {AsyncIterable<Uint8Array>} body
   * @param {typeof takeLine} take
   */
  async #read(body, take) {
    /** @type {Buffer} */
    let rest = Buffer.alloc(0);
    try {
      for await (const chunk of body) {
        rest = Buffer.concat([rest, chunk]);
        for (let taken = take(rest); taken; taken = take(rest)) {
          this.#events.push(taken.event);
          rest = taken.rest;
        }
        this.#wake();
      }
    } catch {
      // The probe is over, or the server cut the connection: either way nothing more comes.
    }
    this.#isEnded = true;
    this.#wake();
  }

  /**
   * @param {() => boolean} isReached
   * @param {number} deadlineMs
   */
  #until(isReached, deadlineMs) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, deadlineMs);
      this.#wake = () => {
        if (!isReached()) return;
        clearTimeout(timer);
        resolve(undefined);
      };
      this.#wake();
    });
  }
}

/** @param {Buffer} bytes */
function takeLine(bytes) {
  const end = bytes.indexOf('\n');
  if (end < 0) return undefined;
  const line = bytes.toString('utf8', 0, end);
  return { event: parseJson(line) ?? line, rest: bytes.subarray(end + 1) };
}

/** @param {Buffer} bytes */
function takeFrame(bytes) {
  const length = bytes.length < 4 ? Number.POSITIVE_INFINITY : bytes.readUInt32BE(0);
  if (bytes.length < 4 + length) return undefined;
  return { event: readMessage(bytes.subarray(4, 4 + length)), rest: bytes.subarray(4 + length) };
}
