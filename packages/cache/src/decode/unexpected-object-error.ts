/**
 * Something else came than what was asked for: an object of another kind, a table for people, or no object at all.
 */
import { ReeveError, isJsonObject } from '@reeve/machinery';

/** A received object is not of the expected kind. */
export class UnexpectedObjectError extends ReeveError {
  /** What was expected, as in `apps/v1 Deployment`. */
  readonly expected: string;

  /** True when the object that came says that it is of another kind. False when it says nothing, or is of the expected kind and broken. */
  readonly isAnotherKind: boolean;

  constructor(expected: string, received: unknown) {
    super(
      'REEVE_UNEXPECTED_OBJECT',
      `expected ${expected} and received ${describe(received)}: look at what is between here and the API server, and at the kind that is asked for`,
    );
    this.expected = expected;
    const type = typeOf(received);
    this.isAnotherKind = type !== undefined && type !== expected;
  }
}

function describe(value: unknown): string {
  if (!isJsonObject(value)) return value === null ? 'null' : `a JSON ${Array.isArray(value) ? 'array' : typeof value}`;
  const type = typeOf(value);
  if (type === undefined) return 'an object without a kind';
  return isJsonObject(value['metadata']) ? type : `${type} without metadata`;
}

/** `apps/v1 Deployment`; undefined for what does not say it. */
function typeOf(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const { apiVersion, kind } = value;
  return typeof kind === 'string' && typeof apiVersion === 'string' ? `${apiVersion} ${kind}` : undefined;
}
