/**
 * What a call to make a thing outside throws when the service refused: nothing was made, and nothing has to be looked for.
 */
import { ReeveError } from '@reeve/machinery';

/** Nothing was made. It is tried again with back-off. */
export class NotCreatedError extends ReeveError {
  constructor(message: string, options?: ErrorOptions) {
    super('REEVE_NOT_CREATED', message, options);
  }
}
