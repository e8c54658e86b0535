/**
 * What keeps a server from its data folder, or a snapshot from its file: what is wrong, with which file, and what to do.
 */
import { ReeveError } from '@reeve/machinery';

/** A data folder or snapshot that cannot be used as it is. Nothing in it was changed. */
export class DataError extends ReeveError {
  constructor(message: string, options?: ErrorOptions) {
    super('REEVE_DATA', message, options);
  }
}
