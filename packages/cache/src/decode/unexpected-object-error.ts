/**
 * Something else came than what was asked for: an object of another kind, a table for people, or no object at all.
 */
import { ReeveError, isJsonObject } from '@reeve/machinery';

/** A received object is not of the expected kind. */
export class UnexpectedObjectError extends ReeveError {
  /** What was expected, as in `apps/v1 Deployment`. */
  readonly expected: string;

  constructor(expected: string, received: unknown) {
    super(
      'REEVE_UNEXPECTED_OBJECT',
      `expected ${expected} and received ${describe(received)}: look at what is between here and the API server, and at the kind that is asked for`,
    );
    this.expected = expected;
  }
}

function describe(value: unknown): string {
  if (!isJsonObject(value)) return value === null ? 'null' : `a JSON ${Array.isArray(value) ? 'array' : typeof value}`;
  const { apiVersion, kind, metadata } = value;
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return 'an object without a kind';
  return isJsonObject(metadata) ? `${apiVersion} ${kind}` : `${apiVersion} ${kind} without metadata`;
}
