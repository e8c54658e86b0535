/**
 * Lines to a server, each of which carries one request at a time on one connection. The line that was used last is used next, so that a client that asks
 * one thing after the other needs one handshake, and lines that are not needed fall silent and close by themselves. (undici's own pool opens a second
 * connection for a request that comes right after an answer.)
 */
import type { Dispatcher } from 'undici';
import { Roster, type Enrolled } from './roster.ts';

/** One connection at a time. Replaced by itself when it breaks or was idle for long. */
export class Line implements Enrolled {
  place = 0;
  readonly dispatcher: Dispatcher;
  #served = 0;

  constructor(dispatcher: Dispatcher) {
    this.dispatcher = dispatcher;
    dispatcher.on('connect', () => {
      this.#served = 0;
    });
  }

  /** Notes a request that is about to be written; true when the connection has served others before. */
  beginRequest(): boolean {
    this.#served += 1;
    return this.#served > 1;
  }
}

/** Idle lines beyond this are closed. */
const mostIdle = 100;

/** The lines to one server with one identity. */
export class LinePool {
  readonly #open: () => Dispatcher;
  readonly #idle: Line[] = [];
  readonly #busy = new Roster<Line>();
  readonly #closing = new Set<Promise<void>>();
  #isClosed = false;

  constructor(open: () => Dispatcher) {
    this.#open = open;
  }

  /** A line for one request. */
  take(): Line {
    const line = this.#idle.pop() ?? new Line(this.#open());
    this.#busy.add(line);
    return line;
  }

  /** Gives a line back when its request is over. */
  release(line: Line): void {
    this.#busy.delete(line);
    if (this.#isClosed || this.#idle.length >= mostIdle) this.#letGo(line.dispatcher.close());
    else this.#idle.push(line);
  }

  /** Closes a line whose request was cut or failed. */
  discard(line: Line): void {
    if (this.#busy.delete(line)) this.#letGo(line.dispatcher.destroy());
  }

  /** Closes what is idle now, and the rest when it is given back. Resolves when all is closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const line of this.#idle.splice(0)) this.#letGo(line.dispatcher.close());
    await Promise.all(this.#closing);
  }

  /** Closes everything now; requests under way fail. */
  async destroy(): Promise<void> {
    this.#isClosed = true;
    for (const line of [...this.#idle.splice(0), ...this.#busy]) this.#letGo(line.dispatcher.destroy());
    await Promise.all(this.#closing);
  }

  #letGo(closing: Promise<void>): void {
    const ended = closing.catch(() => {}).finally(() => this.#closing.delete(ended));
    this.#closing.add(ended);
  }
}
