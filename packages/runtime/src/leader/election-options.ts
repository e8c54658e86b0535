/**
 * How an election is held, and what is wrong with an answer to that.
 * Upstream: client-go leaderelection.LeaderElectionConfig.
 */
import { InvalidInputError } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { LeaderLock } from './leader-lock.ts';

/** Who hears of what in an election. */
export interface LeaderCallbacks {
  /** This process leads from now on; the signal aborts when it no longer does. */
  readonly onStartedLeading: (signal: AbortSignal) => void | Promise<void>;
  /** This process led, and no longer does. */
  readonly onLost?: () => void;
  /** The election has ended for this process, whether it ever led or not. */
  readonly onStoppedLeading?: () => void;
  /** Somebody else leads, or nobody (an empty name), or this process. */
  readonly onNewLeader?: (identity: string) => void;
  /** A try to take or to keep the lease failed; the next one comes by itself. */
  readonly onTryFailed?: (error: unknown) => void;
}

/** The timing of an election. */
export interface ElectionTiming {
  /** How long others wait for a leader that is silent; 15 seconds unless given. */
  readonly leaseDurationMs?: number;
  /** How long a leader tries to renew before it gives up; 10 seconds unless given. */
  readonly renewDeadlineMs?: number;
  /** The pause between two tries; 2 seconds unless given. */
  readonly retryPeriodMs?: number;
}

/** What an elector needs. */
export interface ElectionOptions extends ElectionTiming {
  readonly lock: LeaderLock;
  readonly host: Host;
  readonly callbacks: LeaderCallbacks;
  /** True gives the Lease back when the election ends and leading work has ended, so that the next one need not wait. A function is asked then. One that was lost is never given back. */
  readonly releaseOnCancel?: boolean | (() => boolean);
  /** The name in metrics and health checks; that of the lock unless given. */
  readonly name?: string;
  /** Somebody else decides who leads; this process only renews what it was given. */
  readonly coordinated?: boolean;
}

/** The timing with its defaults; settings that cannot work are an `InvalidInputError`. */
export function checkedTiming(options: ElectionOptions): Required<ElectionTiming> {
  const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2000, lock } = options;
  require(lock.identity !==
    '', 'identity', 'a leader needs an identity that nobody else has, such as the host name and a UUID');
  require(retryPeriodMs >= 1, 'retryPeriodMs', 'the retry period must be at least a millisecond');
  require(renewDeadlineMs >= 1, 'renewDeadlineMs', 'the renew deadline must be at least a millisecond');
  require(Number.isFinite(
    leaseDurationMs,
  ), 'leaseDurationMs', 'the lease duration must be a finite number of milliseconds');
  require(leaseDurationMs >=
    1000, 'leaseDurationMs', 'the lease duration must be at least a second, the unit in which it is recorded');
  require(leaseDurationMs >
    renewDeadlineMs, 'leaseDurationMs', 'the lease must last longer than the renew deadline, else another may lead while this one still tries');
  require(renewDeadlineMs >
    jitterFactor *
      retryPeriodMs, 'renewDeadlineMs', 'the renew deadline must be longer than 1.2 retry periods, else there is no second try');
  return { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
}

/** Candidates wait a random part of up to this many periods longer, so that they do not all come at once. */
export const jitterFactor = 1.2;

function require(holds: boolean, field: string, message: string): void {
  if (!holds) throw new InvalidInputError(field, `leader election: ${message}`);
}
