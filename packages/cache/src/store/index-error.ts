/**
 * What is wrong with a question about an index.
 */
import { ReeveError } from '@reeve/machinery';

/** An index was asked for that does not exist. */
export class UnknownIndexError extends ReeveError {
  readonly index: string;

  constructor(index: string, known: Iterable<string>) {
    const names = [...known].join(', ') || 'none';
    super('REEVE_UNKNOWN_INDEX', `There is no index "${index}" (there are: ${names}): add it with addIndexers() first`);
    this.index = index;
  }
}

/** Indexes were to be added under names that are taken. Nothing has been added. */
export class IndexConflictError extends ReeveError {
  readonly indexes: readonly string[];

  constructor(indexes: readonly string[]) {
    super(
      'REEVE_INDEX_CONFLICT',
      `There are indexes named ${indexes.join(', ')} already, and none was added: choose other names, or use those that are there`,
    );
    this.indexes = indexes;
  }
}
