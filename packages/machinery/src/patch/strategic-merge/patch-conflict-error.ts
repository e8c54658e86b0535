/**
 * A three-way patch that would undo what somebody else did to the live document since the last apply.
 * Upstream: apimachinery mergepatch.ErrConflict.
 */
import { ReeveError } from '../../errors/reeve-error.ts';

/** Names the fields that were changed on both sides, differently. Nothing has been sent when it is thrown. */
export class PatchConflictError extends ReeveError {
  /** The fields in conflict, such as `spec.replicas` or `spec.containers.app.image`. */
  readonly paths: readonly string[];

  constructor(paths: readonly string[], options?: ErrorOptions) {
    const fields = paths.join(', ');
    const message = `the live object changed since the last apply, in fields that the patch changes too: ${fields}. Take over the live values, or allow overwriting`;
    super('REEVE_PATCH_CONFLICT', message, options);
    this.paths = paths;
  }
}
