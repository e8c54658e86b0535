/**
 * What an election tells people about its lock.
 */
import type { Lease } from './lease.ts';

/** Takes an event of reason LeaderElection about a Lease. */
export type EventSink = (lease: Lease, message: string) => void;
