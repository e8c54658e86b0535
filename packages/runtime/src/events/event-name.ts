/**
 * Names for events: the object's name and a time, as upstream has them. Two events of one moment get different names, on clocks of any precision.
 * Upstream: client-go tools/record/util.GenerateEventName.
 */
import { isDns1123Subdomain, microsFromMs } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';

/** Gives names. */
export class EventNames {
  readonly #host: Host;
  #last = 0n;

  constructor(host: Host) {
    this.#host = host;
  }

  /** A name that begins with the object's, or a UUID where that would be no name for an event. */
  next(objectName: string): string {
    const name = `${objectName}.${this.#stamp().toString(16)}`;
    return isDns1123Subdomain(name) ? name : this.#host.uuid();
  }

  /** Nanoseconds. The clock has only milliseconds, so chance fills the rest: other recorders name events of the same object too. */
  #stamp(): bigint {
    const now = microsFromMs(this.#host.clock.now()) * 1000n + BigInt(this.#host.random.integer(1_000_000));
    this.#last = now > this.#last ? now : this.#last + 1n;
    return this.#last;
  }
}
