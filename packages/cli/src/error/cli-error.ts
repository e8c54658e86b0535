/**
 * A failure of a command, with what a person types next.
 */
import { ReeveError } from '@reeve/machinery';
import type { ErrorCode } from '@reeve/machinery';

/** What a failure has besides its words. */
export interface CliErrorOptions extends ErrorOptions {
  /** What to type or to do next, one line. */
  readonly next?: string | undefined;
  /** The exit code; 1 unless given. */
  readonly exitCode?: number | undefined;
}

/** A failure of a command. */
export class CliError extends ReeveError {
  readonly next: string | undefined;
  readonly exitCode: number;

  constructor(code: ErrorCode, message: string, { next, exitCode = 1, ...options }: CliErrorOptions = {}) {
    super(code, message, options);
    this.next = next;
    this.exitCode = exitCode;
  }
}
