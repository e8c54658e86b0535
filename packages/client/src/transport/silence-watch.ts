/**
 * Finds exchanges in which the server has been silent for too long. One timer looks at all of them now and then, because a timer for each request would
 * cost more than sending it. A reader that is slow is not taken for a server that is silent.
 */
import type { Clock, Timer } from '@reeve/machinery';

/** An exchange as the watch sees it. */
export interface Watched {
  /** True when the server is waited for: a limit counts, and nothing waits to be read. */
  readonly isWaiting: boolean;
  /** When the server was last heard, on the monotonic clock. */
  heardAt: number;
  /** How long it may be silent now; 0 for ever. */
  readonly patienceMs: number;
  /** Called when the server was silent for longer. */
  onSilence(): void;
}

/** Those that are watched now. An exchange may leave while it is being looked at. */
export interface WatchedOnes extends Iterable<Watched> {
  readonly size: number;
}

const longestRoundMs = 1000;

/** Watches over the exchanges of one transport. */
export class SilenceWatch {
  readonly #clock: Clock;
  readonly #watched: WatchedOnes;
  readonly #roundMs: number;
  #timer: Timer | undefined;

  /** `watched` is the caller's own; silence is noticed at most a tenth of the shortest patience late. */
  constructor(clock: Clock, watched: WatchedOnes, patiences: readonly number[]) {
    this.#clock = clock;
    this.#watched = watched;
    this.#roundMs = Math.min(
      longestRoundMs,
      ...patiences.filter((patience) => patience > 0).map((patience) => patience / 10),
    );
  }

  /** Begins to look, unless it does. It ends by itself when there is nothing left to look at. */
  start(): void {
    this.#timer ??= this.#clock.setTimer(this.#roundMs, this.#look, { background: true, label: 'silence of a server' });
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    for (const exchange of this.#watched) {
      if (!exchange.isWaiting) exchange.heardAt = now;
      else if (exchange.patienceMs > 0 && now - exchange.heardAt >= exchange.patienceMs) exchange.onSilence();
    }
    if (this.#watched.size > 0) this.start();
  };
}
