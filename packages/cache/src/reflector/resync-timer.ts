/**
 * Tells the store again and again, after a period each, that it is time to resync. It asks nothing of the server.
 * Upstream: the reflector's resync channel.
 */
import type { Host, Timer } from '@reeve/machinery';
import type { Accepted } from './reflector-store.ts';

/** What a resync timer does. */
export interface ResyncOptions {
  readonly host: Host;
  /** 0 means never. */
  readonly periodMs: number;
  readonly resync: () => Accepted;
  /** Told of a resync that failed; there is no other after it. */
  readonly onError: (error: unknown) => void;
}

/** Runs from its making until it is disposed of. */
export class ResyncTimer implements Disposable {
  readonly #options: ResyncOptions;
  #timer: Timer | undefined;
  #isOver = false;

  constructor(options: ResyncOptions) {
    this.#options = options;
    this.#arm();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#timer?.cancel();
  }

  #arm(): void {
    const { host, periodMs } = this.#options;
    if (this.#isOver || periodMs <= 0) return;
    this.#timer = host.clock.setTimer(periodMs, () => void this.#run(), { label: 'resync', background: true });
  }

  async #run(): Promise<void> {
    try {
      await this.#options.resync();
      this.#arm();
    } catch (error) {
      if (!this.#isOver) this.#options.onError(error);
    }
  }
}
