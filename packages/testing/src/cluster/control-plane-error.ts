/**
 * Real programs that did not come up.
 */
import { ReeveError } from '@reeve/machinery';

/** A program of the control plane did not come up; the message has the end of what it said. */
export class ControlPlaneError extends ReeveError {
  constructor(program: string, said: string) {
    super(
      'REEVE_CONTROL_PLANE',
      `${program} did not start: check the folder of the programs. It said: ${said.slice(-2000)}`,
    );
  }
}
