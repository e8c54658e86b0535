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
  /** The expression that it is about, with a caret below the place. */
  readonly frame?: string;
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

/** Prints a problem as a line, and below it the expression that it is about. */
export function printProblem({ path, reason, advice, frame }: DefinitionProblem): string {
  const line = `  ${path}: ${reason}; ${advice}`;
  return frame === undefined ? line : `${line}\n${frame.replaceAll(/^/gmu, '      ')}`;
}

/** Collects problems while a definition is read. */
export class Problems {
  readonly found: DefinitionProblem[] = [];
  readonly #places: string[] = [];

  /** Notes a problem. The first at a place is the one that helps; what it causes there and below is not told. */
  add(path: string, reason: string, advice: string): void {
    if (this.#places.some((place) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`)))
      return;
    this.#places.push(path);
    this.found.push({ path, reason, advice });
  }

  /** Notes a problem of its own, whatever else is wrong there: each rule is judged alone. */
  note(problem: DefinitionProblem): void {
    this.found.push(problem);
  }

  /** Ends reading if anything was found. */
  throwIfAny(what: string): void {
    if (this.found.length > 0) throw new DefinitionError(what, this.found);
  }
}
