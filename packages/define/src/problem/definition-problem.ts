/**
 * What is wrong with a definition: where, why, and what to write instead. All problems of a definition are told at once, when its module is loaded.
 */
import { ReeveError } from '@reeve/machinery';

/** One thing that is wrong, or deserves a second look. */
export interface DefinitionProblem {
  /** Where, from the object's root: `spec.schedule`, `spec.tags[]`, `spec.limits[*]`. */
  readonly path: string;
  readonly reason: string;
  /** What to write instead. */
  readonly advice: string;
}

/** A definition that cannot become a CustomResourceDefinition. */
export class DefinitionError extends ReeveError {
  readonly problems: readonly DefinitionProblem[];

  constructor(what: string, problems: readonly DefinitionProblem[]) {
    super('REEVE_DEFINITION', `${what} cannot be defined:\n${problems.map(printProblem).join('\n')}`);
    this.name = 'DefinitionError';
    this.problems = problems;
  }
}

/** Prints a problem as a line. */
export const printProblem = ({ path, reason, advice }: DefinitionProblem): string => `  ${path}: ${reason}; ${advice}`;

/** Collects problems while a definition is read. */
export class Problems {
  readonly found: DefinitionProblem[] = [];

  /** Notes a problem. The first at a place is the one that helps; what it causes there and below is not told. */
  add(path: string, reason: string, advice: string): void {
    if (
      this.found.some((one) => path === one.path || path.startsWith(`${one.path}.`) || path.startsWith(`${one.path}[`))
    )
      return;
    this.found.push({ path, reason, advice });
  }

  /** Ends reading if anything was found. */
  throwIfAny(what: string): void {
    if (this.found.length > 0) throw new DefinitionError(what, this.found);
  }
}
