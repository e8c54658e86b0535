/**
 * Who owns which field, read from the error of an apply that met fields of others.
 * Upstream: structured-merge-diff merge.Conflicts, as the API server words them.
 */
import { apiFailureIn } from '@reeve/machinery';

/** One field that an apply wanted and somebody else owns. */
export interface FieldConflict {
  /** The path of the field: `.spec.replicas`. */
  readonly field: string;
  /** Who owns it. */
  readonly manager: string;
  /** Through which subresource it is owned, when not through the object itself. */
  readonly subresource?: string;
  /** In which version of the API it was set, as far as the server says. */
  readonly apiVersion?: string;
  /** When it was set, as RFC 3339 text, as far as the server says. */
  readonly time?: string;
}

/** The fields that made an apply fail, with their owners; empty for any other error. */
export function fieldConflictsOf(error: unknown): FieldConflict[] {
  return (apiFailureIn(error)?.causes ?? [])
    .filter(({ reason }) => reason === 'FieldManagerConflict')
    .map(({ field = '', message = '' }) => ({ field, ...ownerIn(message) }));
}

/** The server says: conflict with "kubectl" with subresource "scale" using apps/v1 at 2026-01-01T00:00:00Z. */
function ownerIn(message: string): Omit<FieldConflict, 'field'> {
  const [, manager = message, subresource, apiVersion, time] =
    /^conflict with "((?:[^"\\]|\\.)*)"(?: with subresource "([^"]*)")?(?: using (\S+))?(?: at (\S+))?/.exec(message) ??
    [];
  return { manager, ...(subresource && { subresource }), ...(apiVersion && { apiVersion }), ...(time && { time }) };
}
