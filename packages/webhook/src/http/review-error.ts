/**
 * A request that is no review: it is refused with an HTTP status that says why.
 */
import { ReeveError } from '@reeve/machinery';

/** The body of a request is missing, too long, too late, of another type, or no review. */
export class ReviewError extends ReeveError {
  readonly httpStatus: number;

  constructor(httpStatus: number, message: string, options?: ErrorOptions) {
    super('REEVE_REVIEW', message, options);
    this.httpStatus = httpStatus;
  }
}
