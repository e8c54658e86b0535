/**
 * What streams over WebSockets fail with, besides the refusals of the server, which are `ApiError`s.
 */
import { ReeveError } from '@reeve/machinery';

/** The stream broke, or the other side does not speak as it should. */
export class StreamError extends ReeveError {
  /** The close code of the WebSocket, if it was closed. */
  readonly closeCode: number | undefined;

  constructor(message: string, options: ErrorOptions & { readonly closeCode?: number } = {}) {
    super('REEVE_STREAM', message, 'cause' in options ? { cause: options.cause } : undefined);
    this.closeCode = options.closeCode;
  }
}

/** The command ran and ended with another code than 0. */
export class CommandError extends ReeveError {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super('REEVE_COMMAND_FAILED', `the command ended with code ${exitCode}: ${message}`);
    this.exitCode = exitCode;
  }
}
