/**
 * The error of copying files to or from a container.
 */
import { ReeveError } from '@reeve/machinery';

/** Files were not copied, or not all of them. Each file that is there is whole. */
export class CopyError extends ReeveError {
  /** The exit code of `tar` in the container, if it ended with another one than 0. */
  readonly exitCode: number | undefined;

  constructor(message: string, options: ErrorOptions & { readonly exitCode?: number } = {}) {
    super('REEVE_COPY_FAILED', message, 'cause' in options ? { cause: options.cause } : undefined);
    this.exitCode = options.exitCode;
  }
}
