/**
 * Sends bodies that are made while they are sent, each no faster than its client reads: a client that reads nothing costs one batch. All that can go on do so in
 * rounds; while other requests come, they get a part of the server's time and no more.
 */
import type { Clock, Timer } from '@reeve/machinery';
import type { RequestRate } from '../request/request-rate.ts';
import type { TickBatcher } from '../engine/tick-batcher.ts';
import type { FrameSink } from '../request/api-request.ts';
import { EventBatch } from '../watch/event-batch.ts';

/** A batch ends when it is this long. */
const batchBytes = 64 * 1024;
/** So much goes out in one round, whoever it is for. */
const roundBytes = 512 * 1024;
/** Timers are no finer than this. */
const shortestRestMs = 1;

type Pieces = Iterator<Uint8Array, void, void>;

interface Body {
  readonly pieces: Pieces;
  readonly sink: FrameSink;
  isOver: boolean;
}

export class BodySender {
  readonly #clock: Clock;
  readonly #ticks: TickBatcher;
  readonly #rate: RequestRate;
  /** Those whose clients can take more, the one that has waited longest first. */
  readonly #due = new Set<Body>();
  #isScheduled = false;
  #rest: Timer | undefined;

  constructor(clock: Clock, ticks: TickBatcher, rate: RequestRate) {
    this.#clock = clock;
    this.#ticks = ticks;
    this.#rate = rate;
  }

  /** Sends a body to its end; when the signal aborts, it is cut. */
  send(pieces: Pieces, sink: FrameSink, signal: AbortSignal): void {
    const body: Body = { pieces, sink, isOver: false };
    const cut = () => this.#cut(body);
    if (signal.aborted) return cut();
    signal.addEventListener('abort', cut, { once: true });
    sink.onDrain(() => this.#add(body));
    this.#add(body);
  }

  #add(body: Body): void {
    if (body.isOver) return;
    this.#due.add(body);
    this.#schedule(0);
  }

  #cut(body: Body): void {
    if (body.isOver) return;
    this.#end(body);
    body.sink.destroy();
  }

  #end(body: Body): void {
    body.isOver = true;
    this.#due.delete(body);
    body.pieces.return?.();
  }

  #schedule(restMs: number): void {
    if (this.#isScheduled || this.#due.size === 0) return;
    this.#isScheduled = true;
    const inNextTick = () => this.#ticks.next(() => this.#round());
    if (restMs < shortestRestMs) inNextTick();
    else this.#rest = this.#clock.setTimer(restMs, inNextTick, { background: true, label: 'round of lists' });
  }

  #round(): void {
    const began = this.#clock.monotonic();
    this.#rest?.cancel();
    let sent = 0;
    try {
      for (const body of this.#due) {
        if (sent >= roundBytes) break;
        sent += this.#sendBatch(body);
      }
    } finally {
      this.#isScheduled = false;
      const tookMs = this.#clock.monotonic() - began;
      this.#ticks.next(() => this.#schedule(this.#rate.restAfter(tookMs)));
    }
  }

  /** Sends what comes next, and lets others go first after that. */
  #sendBatch(body: Body): number {
    this.#due.delete(body);
    try {
      const batch = nextBatch(body.pieces);
      if (batch === undefined) {
        this.#end(body);
        body.sink.end();
        return 0;
      }
      if (body.sink.write(batch)) this.#due.add(body);
      return batch.length;
    } catch (error) {
      this.#cut(body);
      throw error;
    }
  }
}

/** The next pieces of a body, as many as make a batch; undefined at the end. */
export function nextBatch(pieces: Pieces): EventBatch | undefined {
  const frames: Uint8Array[] = [];
  for (let bytes = 0; bytes < batchBytes;) {
    const next = pieces.next();
    if (next.done === true) break;
    frames.push(next.value);
    bytes += next.value.length;
  }
  return frames.length === 0 ? undefined : new EventBatch(frames);
}
