/**
 * What discovery and mapping fail with.
 */
import { ReeveError } from '@reeve/machinery';

/** The server lists a version that it cannot describe at present, as when an aggregated server is away. */
export class GroupDiscoveryError extends ReeveError {
  readonly groupVersion: string;

  constructor(groupVersion: string, problem: string, options?: ErrorOptions) {
    super(
      'REEVE_GROUP_DISCOVERY',
      `the server cannot say what is in ${groupVersion}: ${problem}. Look into the server behind it, or do without it`,
      options,
    );
    this.groupVersion = groupVersion;
  }
}

/** The server serves nothing of that name. Groups that could not be discovered, where it might be, are the `cause`. */
export class NoMatchError extends ReeveError {
  /** What was looked for. */
  readonly wanted: string;

  constructor(wanted: string, options?: ErrorOptions) {
    const hint =
      options?.cause === undefined
        ? 'install its definition, or check the name, group and version'
        : 'parts of the server could not be asked, and it may be there';
    super('REEVE_NO_MATCH', `the server serves no ${wanted}: ${hint}`, options);
    this.wanted = wanted;
  }
}

/** Several resources go by that name, and nothing puts one before the others. */
export class AmbiguousMatchError extends ReeveError {
  readonly wanted: string;
  readonly candidates: readonly string[];

  constructor(wanted: string, candidates: readonly string[]) {
    super('REEVE_AMBIGUOUS_MATCH', `${wanted} may be ${candidates.join(' or ')}: write one of them in full`);
    this.wanted = wanted;
    this.candidates = candidates;
  }
}
