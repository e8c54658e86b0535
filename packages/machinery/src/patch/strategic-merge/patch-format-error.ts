/**
 * A strategic merge patch that says something which the language does not have, or which does not fit the document.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import type { ReadonlyJson } from '../../json/json-value.ts';

/** Says where the patch is wrong and what to write instead; `problem` is the message without the place. */
export class PatchFormatError extends InvalidInputError {
  readonly problem: string;
  /** What was found there: a value, or the lists that do not go together. */
  readonly found: ReadonlyJson;

  constructor(found: ReadonlyJson, excerpt: string, place: string, problem: string) {
    super(excerpt, `strategic merge patch at ${place}: ${problem}`);
    this.found = found;
    this.problem = problem;
  }
}
