/**
 * A bounded line of events before somebody who handles them, in order, or in order for each lane. Offering never blocks: what does not fit is refused, and the caller counts it.
 * Upstream: apimachinery watch.Broadcaster with DropIfChannelFull.
 */

/** How a line is worked off. */
export interface EventQueueOptions<Event> {
  /** Handles one event. What it throws is its own to report; the line goes on. */
  readonly handle: (event: Event) => Promise<void>;
  /** How many are handled at once; 1 unless given. */
  readonly workers?: number;
  /** What must stay in order: events of one lane are handled one after the other, those of others at the same time. Each is of one of its own unless given. */
  readonly laneOf?: (event: Event) => unknown;
  /** How many may wait; 1000 unless given. */
  readonly capacity?: number;
}

/** A line of events. */
export class EventQueue<Event> {
  readonly #options: Required<EventQueueOptions<Event>>;
  readonly #waiting: { readonly event: Event; readonly lane: unknown }[] = [];
  readonly #handling = new Set<Promise<void>>();
  readonly #busy = new Set<unknown>();

  constructor({ handle, workers = 1, laneOf = (event) => event, capacity = 1000 }: EventQueueOptions<Event>) {
    this.#options = { handle, workers, laneOf, capacity };
  }

  /** How many wait or are being handled. */
  get size(): number {
    return this.#waiting.length + this.#handling.size;
  }

  /** Takes an event; false when the line is full. */
  offer(event: Event): boolean {
    if (this.#waiting.length >= this.#options.capacity) return false;
    const lane = this.#options.laneOf(event); // before it waits: what throws here is refused, and in nobody's way
    this.#waiting.push({ event, lane });
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
    const { workers } = this.#options;
    while (this.#handling.size < workers) {
      const at = this.#waiting.findIndex(({ lane }) => !this.#busy.has(lane));
      if (at === -1) return;
      const [{ event, lane }] = this.#waiting.splice(at, 1) as [{ event: Event; lane: unknown }]; // it was found there
      this.#start(event, lane);
    }
  }

  #start(event: Event, lane: unknown): void {
    this.#busy.add(lane);
    const handling = this.#handled(event).finally(() => {
      this.#busy.delete(lane);
      this.#handling.delete(handling);
      this.#startMore();
    });
    this.#handling.add(handling);
  }

  /** Never rejects, and never runs before `offer` has returned. */
  async #handled(event: Event): Promise<void> {
    await Promise.resolve();
    await this.#options.handle(event).catch(() => undefined);
  }
}
