/**
 * Knows who leads, from what the server has accepted, and so whether a write begins within the lease of the one who sends it.
 */
import type { Clock, TransportRequest } from '@reeve/machinery';
import { isJsonObject, nestedField, parseJson } from '@reeve/machinery';

/** Judges the writes of processes that compete for one lease. */
export class LeaseJudge {
  readonly #clock: Clock;
  readonly #leaseMs: number;
  #holder = '';
  #renewedAt = -Infinity;

  constructor(clock: Clock, leaseMs: number) {
    this.#clock = clock;
    this.#leaseMs = leaseMs;
  }

  /** The server has accepted a write of the lease, which was sent at a time on the monotonic clock. */
  accepted({ body }: TransportRequest, sentAt: number): void {
    const record: unknown = body && parseJson(new TextDecoder().decode(body));
    const holder = isJsonObject(record) ? nestedField(record, ['spec', 'holderIdentity']).value : undefined;
    this.#holder = typeof holder === 'string' ? holder : '';
    this.#renewedAt = sentAt;
  }

  /** Why a process may not begin a write now; undefined when it may. */
  objection(identity: string): string | undefined {
    if (this.#holder !== identity) return `${identity} began a write while ${this.#holder || 'nobody'} held the lease`;
    const overMs = this.#clock.monotonic() - this.#renewedAt - this.#leaseMs;
    return overMs >= 0 ? `${identity} began a write ${overMs} ms after its lease had run out` : undefined;
  }
}
