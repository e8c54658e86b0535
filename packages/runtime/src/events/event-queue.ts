/**
 * A bounded line of events before somebody who handles them, in order. Offering never blocks: what does not fit is refused, and the caller counts it.
 * Upstream: apimachinery watch.Broadcaster with DropIfChannelFull.
 */

/** How a line is worked off. */
export interface EventQueueOptions<Event> {
  /** Handles one event. What it throws is its own to report; the line goes on. */
  readonly handle: (event: Event) => Promise<void>;
  /** How many are handled at once; 1 unless given. */
  readonly workers?: number;
  /** How many may wait; 1000 unless given. */
  readonly capacity?: number;
}

/** A line of events. */
export class EventQueue<Event> {
  readonly #options: Required<EventQueueOptions<Event>>;
  readonly #waiting: Event[] = [];
  readonly #handling = new Set<Promise<void>>();

  constructor({ handle, workers = 1, capacity = 1000 }: EventQueueOptions<Event>) {
    this.#options = { handle, workers, capacity };
  }

  /** How many wait or are being handled. */
  get size(): number {
    return this.#waiting.length + this.#handling.size;
  }

  /** Takes an event; false when the line is full. */
  offer(event: Event): boolean {
    if (this.#waiting.length >= this.#options.capacity) return false;
    this.#waiting.push(event);
    this.#startMore();
    return true;
  }

  /** Resolves when nothing waits and nothing is being handled. */
  async idle(): Promise<void> {
    while (this.#handling.size > 0) await Promise.all(this.#handling);
  }

  /** Forgets what waits, and says how many that were. */
  clear(): number {
    return this.#waiting.splice(0).length;
  }

  #startMore(): void {
    while (this.#handling.size < this.#options.workers) {
      if (this.#waiting.length === 0) return;
      const [event] = this.#waiting.splice(0, 1) as [Event]; // it is not empty
      const handling = this.#handled(event).finally(() => {
        this.#handling.delete(handling);
        this.#startMore();
      });
      this.#handling.add(handling);
    }
  }

  /** Never rejects, and never runs before `offer` has returned. */
  async #handled(event: Event): Promise<void> {
    await Promise.resolve();
    await this.#options.handle(event).catch(() => undefined);
  }
}
