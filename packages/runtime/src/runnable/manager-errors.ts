/**
 * How a manager ends that did not end as asked.
 */
import { ReeveError } from '@reeve/machinery';

/** A manager was told to run twice. */
export class AlreadyStartedError extends ReeveError {
  constructor(what = 'the manager') {
    super('REEVE_ALREADY_STARTED', `${what} was started already: make a new one to run it again`);
  }
}

/** Something was added to a manager that is shutting down. */
export class ShuttingDownError extends ReeveError {
  constructor(name: string) {
    super('REEVE_SHUTTING_DOWN', `${name} cannot be added: the manager is shutting down`);
  }
}

/** Runnables did not end within the grace period. */
export class GracePeriodError extends ReeveError {
  /** What was still running. */
  readonly running: readonly string[];

  constructor(graceMs: number, running: readonly string[]) {
    const names = running.join(', ');
    super(
      'REEVE_GRACE_PERIOD',
      `not all runnables ended within the grace period of ${graceMs / 1000}s: ${names} still run; end them when their signal aborts, or allow more time`,
    );
    this.running = running;
  }
}

/** Another process leads by now. Whoever ran the manager should end the process. */
export class LeaderLostError extends ReeveError {
  constructor(lease: string) {
    super(
      'REEVE_LEADER_LOST',
      `leader election lost: the lease ${lease} could not be renewed in time, another process may lead; end this one`,
    );
  }
}
