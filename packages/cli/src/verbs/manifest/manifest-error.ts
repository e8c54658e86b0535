/**
 * A manifest that cannot be used, with the place in its file.
 */
import { CliError } from '../../error/cli-error.ts';

export class ManifestError extends CliError {
  constructor(problem: string, frame?: string) {
    super('REEVE_MANIFEST', frame === undefined ? problem : `${problem}\n\n${frame}\n`, {
      next: 'nothing was sent: correct it and run the command again',
    });
  }
}
