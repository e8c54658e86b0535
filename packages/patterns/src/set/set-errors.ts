/**
 * What object sets fail with.
 */
import { ReeveError } from '@reeve/machinery';
import type { ApplyReport } from './apply-report.ts';

/** An object exists and belongs to somebody else. */
export class ForeignObjectError extends ReeveError {
  /** The object, as `ConfigMap default/web`. */
  readonly object: string;
  /** Who has it. */
  readonly owner: string;

  constructor(object: string, owner: string) {
    super(
      'REEVE_FOREIGN_OBJECT',
      `${object} exists and belongs to ${owner}: choose another name, or take it over with the option adopt of the set`,
    );
    this.object = object;
    this.owner = owner;
  }
}

/** An empty set would delete all members, and the set guards against it. */
export class EmptySetError extends ReeveError {
  constructor(set: string, members: number) {
    super(
      'REEVE_EMPTY_SET',
      `the object set ${set} has ${members} members and would lose all of them: nothing was deleted. If that is meant, call remove(), or leave guardsEmptying out`,
    );
  }
}

/** Some objects of a set could not be applied or deleted. The others were. */
export class ObjectSetError extends ReeveError {
  /** What was done with each object. */
  readonly report: ApplyReport;

  constructor(set: string, report: ApplyReport) {
    const failures = report.results.filter(({ action }) => action === 'failed');
    const told = failures.slice(0, 5).map(({ kind, key, error }) => `${kind} ${key}: ${messageOf(error)}`);
    const more = failures.length > told.length ? `; and ${failures.length - told.length} more` : '';
    super('REEVE_OBJECT_SET', `the object set ${set} was not applied completely: ${told.join('; ')}${more}`, {
      cause: failures[0]?.error,
    });
    this.report = report;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
