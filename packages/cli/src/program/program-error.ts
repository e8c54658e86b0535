/**
 * A program that cannot be loaded: where, with a few lines of it, and why.
 */
import { CliError } from '../error/cli-error.ts';
import { codeFrame } from './code-frame.ts';
import type { Place } from './code-frame.ts';

/** A file that cannot be read as a program, or fails when it is loaded. */
export class ProgramError extends CliError {
  readonly file: string;
  readonly place: Place | undefined;

  constructor(file: string, what: string, { source, place, cause, next }: ProgramErrorOptions = {}) {
    const at = place === undefined ? file : `${file}:${place.line}:${place.column}`;
    const frame = place === undefined || source === undefined ? '' : `\n\n${codeFrame(source, place)}\n`;
    super('REEVE_PROGRAM', `${at} cannot be loaded: ${what}${frame}`, { cause, next });
    this.file = file;
    this.place = place;
  }
}

/** What is known of the failure. */
export interface ProgramErrorOptions {
  readonly source?: string | undefined;
  readonly place?: Place | undefined;
  readonly cause?: unknown;
  readonly next?: string | undefined;
}
