/**
 * Ends a stream from which nothing has come for too long, while somebody waits for it. Hearing something costs one reading of the clock, no
 * timer; and before it ends the stream it lets pending input have its turn, for a busy process may hold bytes that it has not read.
 */
import type { Host, Timer } from '@reeve/machinery';

/** What is waited for, and what happens when it does not come. */
export interface SilenceOptions {
  readonly host: Host;
  /** How long silence may last; `Infinity` for ever. */
  readonly limitMs: number;
  readonly onSilence: (silentMs: number) => void;
}

/** Counts from its making, and anew from every time that something was heard. */
export class SilenceDeadline implements Disposable {
  readonly #options: SilenceOptions;
  #limitMs: number;
  #heardAt: number;
  #timer: Timer | undefined;
  #isPaused = false;
  #isOver = false;

  constructor(options: SilenceOptions) {
    this.#options = options;
    this.#limitMs = options.limitMs;
    this.#heardAt = options.host.clock.monotonic();
    this.#arm();
  }

  /** When something was heard last, on the monotonic clock. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** Something was heard, or somebody begins to wait for it. */
  heard(): void {
    this.#heardAt = this.#options.host.clock.monotonic();
    this.#isPaused = false;
  }

  /** Nobody waits at present: what was heard is being worked on, and that may take any time. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Silence may last this long from now on. */
  allow(limitMs: number): void {
    if (limitMs === this.#limitMs) return;
    this.#limitMs = limitMs;
    this.#arm();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#timer?.cancel();
  }

  #arm(): void {
    this.#timer?.cancel();
    if (this.#isOver || this.#limitMs === Infinity) return;
    const { clock } = this.#options.host;
    const left = this.#isPaused ? this.#limitMs : this.#heardAt + this.#limitMs - clock.monotonic();
    this.#timer = clock.setTimer(left, () => void this.#check(), { label: 'silence', background: true });
  }

  async #check(): Promise<void> {
    if (!this.#isSilent()) return this.#arm();
    await this.#options.host.yield();
    if (this.#isOver) return;
    if (!this.#isSilent()) return this.#arm();
    this.#isOver = true;
    this.#options.onSilence(this.#silentMs());
  }

  /** A millisecond early is on time: clocks count in fractions, whose sums are not exact. */
  #isSilent(): boolean {
    return !this.#isPaused && this.#silentMs() > this.#limitMs - 1;
  }

  #silentMs(): number {
    return this.#options.host.clock.monotonic() - this.#heardAt;
  }
}
