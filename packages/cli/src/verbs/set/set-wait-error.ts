/**
 * What a command waited for did not come in time.
 */
import { CliError } from '../../error/cli-error.ts';

export class SetWaitError extends CliError {
  constructor(reasons: readonly string[]) {
    super('REEVE_NOT_READY', `not ready in time: ${reasons.join('; ')}`, {
      next: 'look at the objects with reeve status, or allow more time with --timeout',
    });
  }
}
