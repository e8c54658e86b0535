/**
 * Tells, while a streaming list is under way, that it has been quiet for a while and its last bookmark has not come.
 * Upstream: the reflector's initialEventsEndBookmarkTicker.
 */
import type { Host, Timer } from '@reeve/machinery';

/** How quiet is quiet, and who is told. */
export interface TickerOptions {
  readonly host: Host;
  readonly intervalMs: number;
  /** When something came last, on the monotonic clock. */
  readonly heardAt: () => number;
  readonly onQuiet: (elapsedMs: number, silentMs: number) => void;
}

/** Ticks from its making until it is disposed of. */
export class BookmarkTicker implements Disposable {
  readonly #options: TickerOptions;
  readonly #startedAt: number;
  #timer: Timer;

  constructor(options: TickerOptions) {
    this.#options = options;
    this.#startedAt = options.host.clock.monotonic();
    this.#timer = this.#arm();
  }

  [Symbol.dispose](): void {
    this.#timer.cancel();
  }

  #arm(): Timer {
    const { host, intervalMs } = this.#options;
    return host.clock.setTimer(intervalMs, () => this.#tick(), { label: 'awaiting bookmark', background: true });
  }

  #tick(): void {
    const { host, intervalMs, heardAt, onQuiet } = this.#options;
    this.#timer = this.#arm();
    const now = host.clock.monotonic();
    const silentMs = now - heardAt();
    if (silentMs >= intervalMs) onQuiet(now - this.#startedAt, silentMs);
  }
}
