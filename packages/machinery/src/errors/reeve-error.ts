/**
 * The root of all errors that reeve throws on purpose. A `code` is stable and is what guards look at, never the class:
 * two copies of a package in one process must still understand each other's errors.
 */

/** A stable name of a kind of failure, listed in docs/errors.md. */
export type ErrorCode = `REEVE_${string}`;

/** An error with a stable code. The message says what happened, to which object, and what to do. */
export class ReeveError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}
