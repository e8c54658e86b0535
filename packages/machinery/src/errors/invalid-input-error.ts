/**
 * Input that cannot be right: a malformed selector, name, quantity, patch. Nothing has been changed when it is thrown.
 */
import { ReeveError } from './reeve-error.ts';

/** Says what was wrong, where, and what to write instead. */
export class InvalidInputError extends ReeveError {
  /** The offending input, as text. */
  readonly input: string;

  constructor(input: string, message: string, options?: ErrorOptions) {
    super('REEVE_INVALID_INPUT', message, options);
    this.input = input;
  }
}
