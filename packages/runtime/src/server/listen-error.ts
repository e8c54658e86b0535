/**
 * A server that cannot listen.
 */
import { ReeveError } from '@reeve/machinery';

/** The port is taken, or the address is not this machine's. */
export class ListenError extends ReeveError {
  constructor(server: string, address: string, cause: Error) {
    super(
      'REEVE_LISTEN',
      `the server ${server} cannot listen at ${address}: ${cause.message}; give it another address, or end what listens there`,
      { cause },
    );
  }
}
