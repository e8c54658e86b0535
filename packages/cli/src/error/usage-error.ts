/**
 * Wrong use of a command: a flag that is not there, a file that is missing, a word too many. Nothing has been done.
 */
import { CliError } from './cli-error.ts';
import type { CliErrorOptions } from './cli-error.ts';

/** A command line that cannot be followed. */
export class UsageError extends CliError {
  constructor(message: string, options: CliErrorOptions = {}) {
    super('REEVE_USAGE', message, { exitCode: exitCodes.wrongUse, ...options });
  }
}

/** How a command ends. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUse: 2,
  interrupted: 130,
} as const;
