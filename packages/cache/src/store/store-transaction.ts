/**
 * Several changes of a store at once: what can be done is done, and the error says what was not.
 * Upstream: client-go cache.Transaction, cache.TransactionError.
 */
import { ReeveError } from '@reeve/machinery';

/** One change in a transaction. */
export interface StoreOperation<T> {
  readonly type: 'add' | 'update' | 'delete';
  readonly object: T;
}

/** Some changes of a transaction could not be made; the others were. */
export class TransactionError extends ReeveError {
  /** How many changes there were. */
  readonly total: number;

  /** The positions of those that were made. */
  readonly succeeded: readonly number[];
  readonly errors: readonly unknown[];

  constructor(total: number, succeeded: readonly number[], errors: readonly unknown[]) {
    super(
      'REEVE_TRANSACTION',
      `${errors.length} of ${total} changes of a store could not be made (${succeeded.length} were): see errors`,
      { cause: errors[0] },
    );
    this.total = total;
    this.succeeded = succeeded;
    this.errors = errors;
  }
}
