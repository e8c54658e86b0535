/**
 * Lines to a server. The line that was used last is used next, so that a client that asks one thing after the other needs one handshake, and lines that are
 * not needed any more rest for a while and are closed.
 */
import type { Clock, Timer } from '@reeve/machinery';
import type { Line } from './line.ts';
import { Roster } from './roster.ts';

/** Resting lines beyond this are closed. */
const mostResting = 100;

/** How often those that have rested for long enough are looked for. */
const roundMs = 5000;

/** The lines to one server with one identity. */
export class LinePool {
  readonly #open: () => Line;
  readonly #clock: Clock;
  /** The one that has rested longest comes first. */
  readonly #resting: Line[] = [];
  readonly #busy = new Roster<Line>();
  readonly #closing = new Set<Promise<void>>();
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(open: () => Line, clock: Clock) {
    this.#open = open;
    this.#clock = clock;
  }

  /** A line for one request. */
  take(): Line {
    const line = this.#rested() ?? this.#open();
    this.#busy.add(line);
    return line;
  }

  /** Gives a line back when its request is over. */
  release(line: Line): void {
    this.#busy.delete(line);
    if (this.#isClosed || this.#resting.length >= mostResting) return this.#letGo(line.close());
    line.restsSince = this.#clock.monotonic();
    this.#resting.push(line);
    this.#arm();
  }

  /** Closes a line whose request was cut or failed. */
  discard(line: Line): void {
    if (this.#busy.delete(line)) this.#letGo(line.destroy());
  }

  /** Closes what rests now, and the others when they are given back. Resolves when what rested is closed. */
  async close(): Promise<void> {
    this.#shut();
    await Promise.all(this.#closing);
  }

  /** Closes everything now; requests under way fail. */
  async destroy(): Promise<void> {
    this.#shut();
    for (const line of this.#busy) this.#letGo(line.destroy());
    await Promise.all(this.#closing);
  }

  #shut(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    for (const line of this.#resting.splice(0)) this.#letGo(line.close());
  }

  /** The line that began to rest last, unless the other side is about to hang up. */
  #rested(): Line | undefined {
    const now = this.#clock.monotonic();
    for (let line = this.#resting.pop(); line !== undefined; line = this.#resting.pop()) {
      if (mayRestOn(line, now)) return line;
      this.#letGo(line.close());
    }
    return undefined;
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    for (const line of this.#resting.splice(0)) {
      if (mayRestOn(line, now)) this.#resting.push(line);
      else this.#letGo(line.close());
    }
    if (this.#resting.length > 0) this.#arm();
  };

  #arm(): void {
    this.#timer ??= this.#clock.setTimer(roundMs, this.#look, { background: true, label: 'connections at rest' });
  }

  #letGo(closing: Promise<void>): void {
    const ended = closing.catch(() => {}).finally(() => this.#closing.delete(ended));
    this.#closing.add(ended);
  }
}

const mayRestOn = ({ restsSince, restLimitMs }: Line, now: number): boolean => now - restsSince < restLimitMs;
