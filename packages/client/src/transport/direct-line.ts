/**
 * A line straight to the server. The connection is opened with the first request, and again when it was closed; one that rested is looked at before it is
 * used, because it may have been closed without anybody having noticed yet.
 */
import { settle, type Clock } from '@reeve/machinery';
import { Connection, type ConnectionOwner, type Errand } from './connection.ts';
import type { Dial } from './dial.ts';
import type { AnswerReceiver, Line, WireRequest } from './line.ts';
import { requestHead } from './request-head.ts';

/** What lines to one server have in common. */
export interface DirectLineOptions {
  readonly clock: Clock;
  readonly dial: Dial;
  /** The server's host and port, as requests name them. */
  readonly authority: string;
  readonly restLimitMs: number;
}

/** After resting for so long, what came meanwhile is read before the next request is written. */
const lookAfterMs = 100;

/** A server's limit is heeded this much earlier. */
const marginMs = 1000;

/** Uses one connection at a time. */
export class DirectLine implements Line, ConnectionOwner {
  place = 0;
  restsSince = 0;
  restLimitMs: number;
  readonly #options: DirectLineOptions;
  #connection: Connection | undefined;
  /** What waits for a look at the connection. */
  #waiting: Errand | undefined;

  constructor(options: DirectLineOptions) {
    this.#options = options;
    this.restLimitMs = options.restLimitMs;
  }

  send(request: WireRequest, receiver: AnswerReceiver): void {
    let errand: Errand;
    try {
      errand = { head: requestHead(request, this.#options.authority), request, receiver };
    } catch (error) {
      return receiver.onError(error as Error); // it only throws errors
    }
    const hasRested = this.#options.clock.monotonic() - this.restsSince >= lookAfterMs;
    if (this.#connection !== undefined && hasRested) void this.#look(errand);
    else this.#send(errand);
  }

  close(): Promise<void> {
    return this.destroy();
  }

  async destroy(): Promise<void> {
    this.#waiting = undefined;
    await this.#connection?.destroy();
  }

  onRest(restMs: number): void {
    this.restLimitMs = Math.min(this.#options.restLimitMs, restMs - marginMs);
  }

  onGone(connection: Connection): void {
    if (this.#connection === connection) this.#connection = undefined;
  }

  async #look(errand: Errand): Promise<void> {
    this.#waiting = errand;
    await settle();
    if (this.#waiting === errand) this.#send(errand);
  }

  #send(errand: Errand): void {
    this.#waiting = undefined;
    try {
      this.#connection ??= new Connection(this.#options.dial, this);
      this.#connection.send(errand);
    } catch (error) {
      errand.receiver.onError(error as Error); // a certificate that cannot be read
    }
  }
}
