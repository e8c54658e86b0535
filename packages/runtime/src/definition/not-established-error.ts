/**
 * A definition that a server does not take.
 */
import { ReeveError } from '@reeve/machinery';

/** The names of a definition are taken, or it was not established in time. */
export class NotEstablishedError extends ReeveError {
  readonly definition: string;

  constructor(definition: string, problem: string, options?: ErrorOptions) {
    super('REEVE_NOT_ESTABLISHED', `the definition ${definition} is not established: ${problem}`, options);
    this.definition = definition;
  }
}
