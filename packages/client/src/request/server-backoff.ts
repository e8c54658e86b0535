/**
 * Back-off for a server that is overloaded: each refusal with 429 or 5xx doubles the delay before the next request, anything
 * else ends it.
 * Upstream: client-go rest.URLBackoff, which also goes by server and not by path.
 */
import { FlowBackoff, type Clock, type TransportRequest } from '@reeve/machinery';
import type { RequestBackoff } from '../transport/with-retries.ts';

/** The shape of the back-off. */
export interface ServerBackoffOptions {
  readonly clock: Clock;
  /** The delay after the first refusal; a second unless given. */
  readonly initialMs?: number;
  /** The longest delay; two minutes unless given. */
  readonly maxMs?: number;
}

/** An exponential back-off for one server. Share it among the requests that go there. */
export class ServerBackoff implements RequestBackoff {
  readonly #flow: FlowBackoff;

  constructor({ clock, initialMs = 1000, maxMs = 120_000 }: ServerBackoffOptions) {
    this.#flow = new FlowBackoff({ clock, initialMs, maxMs });
  }

  delayMs(): number {
    return this.#flow.get(SERVER);
  }

  update(_request: TransportRequest, status: number | undefined): void {
    if (status !== undefined && (status === 429 || status >= 500)) this.#flow.next(SERVER);
    else this.#flow.reset(SERVER);
  }
}

const SERVER = '';
