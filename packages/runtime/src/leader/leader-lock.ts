/**
 * Where an election is recorded. There is one kind of lock, a Lease; whoever has another brings it.
 * Upstream: client-go leaderelection/resourcelock.Interface.
 */
import type { LeaderRecord } from './lease.ts';

/** A place for the record of who leads, which several processes can write to, and which refuses a write that is not up to date. */
export interface LeaderLock {
  /** Who this process is in the election. */
  readonly identity: string;
  /** `namespace/name`. */
  readonly description: string;
  /** The record, and its version; what throws NotFound has none yet. */
  get(signal: AbortSignal): Promise<ObservedRecord>;
  create(record: LeaderRecord, signal: AbortSignal): Promise<void>;
  /** Writes over what was last read or written, and over nothing else. */
  update(record: LeaderRecord, signal: AbortSignal): Promise<void>;
  /** Tells people, as an event. Never fails. */
  recordEvent(message: string): void;
}

/** A record as it was read. Two that are equal in `raw` are the same. */
export interface ObservedRecord {
  readonly record: LeaderRecord;
  readonly raw: string;
}
