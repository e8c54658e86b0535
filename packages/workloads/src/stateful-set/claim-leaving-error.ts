/**
 * A pod waits for a volume claim of its name to be gone.
 */
import { ReeveError } from '@reeve/machinery';

/** A volume claim that a pod needs is being deleted. It is tried again. */
export class ClaimLeavingError extends ReeveError {
  readonly claim: string;

  constructor(claim: string) {
    super(
      'REEVE_CLAIM_LEAVING',
      `pvc ${claim} is being deleted: its pod is made when it is gone. Remove what holds it, or let it finish`,
    );
    this.claim = claim;
  }
}
