/**
 * How long a Job waits before it replaces pods that failed: ten seconds after the first failure since a success, twice as long after each further one, ten
 * minutes at most. The count is kept in memory; a process that has none begins with the pods that are there.
 * Upstream: kubernetes pkg/controller/job backoffStore.
 */
import { keyOf, uidOf } from '@reeve/machinery';
import type { ObjectKey } from '@reeve/machinery';
import type { ReadPod } from '../pod/pod-state.ts';
import { finishedAtMs } from './finished-time.ts';
import type { ReadJob } from './job-state.ts';

/** Failures since the last success. */
export interface FailureRecord {
  readonly failures: number;
  readonly lastFailureMs: number;
}

/** Pods that have ended, and how. */
export interface EndedPods {
  readonly succeeded: readonly ReadPod[];
  readonly failed: readonly ReadPod[];
}

const firstDelayMs = 10_000;
const mostDelayMs = 600_000;
const noFailures: FailureRecord = { failures: 0, lastFailureMs: 0 };

/** How long to wait from now on. */
export function remainingDelayMs({ failures, lastFailureMs }: FailureRecord, nowMs: number): number {
  if (failures === 0) return 0;
  const delayMs = Math.min(mostDelayMs, firstDelayMs * 2 ** Math.min(failures - 1, 20));
  return Math.max(0, lastFailureMs + delayMs - nowMs);
}

/** What the record becomes when more pods have ended. */
export function afterEnds(record: FailureRecord, { succeeded, failed }: EndedPods): FailureRecord {
  if (succeeded.length === 0 && failed.length === 0) return record;
  const lastSuccessMs = latest(succeeded.map(finishedAtMs));
  const later = failed.map(finishedAtMs).filter((end) => end > lastSuccessMs);
  const before = succeeded.length === 0 ? record : noFailures;
  if (later.length === 0) return before;
  return { failures: before.failures + later.length, lastFailureMs: latest(later) };
}

const latest = (times: readonly number[]): number => times.reduce((one, other) => Math.max(one, other), -Infinity);

/** The records of all Jobs that have not ended. */
export class FailureBackoff {
  readonly #records = new Map<ObjectKey, { readonly uid: string | undefined; readonly record: FailureRecord }>();

  /** The record of a Job after what has ended since; all that have ended where there is no record. Not kept before it is noted. */
  look(job: ReadJob, sinceThen: EndedPods, all: EndedPods): FailureRecord {
    const known = this.#records.get(keyOf(job));
    return known?.uid === undefined || known.uid !== uidOf(job)
      ? afterEnds(noFailures, all)
      : afterEnds(known.record, sinceThen);
  }

  note(job: ReadJob, record: FailureRecord): void {
    this.#records.set(keyOf(job), { uid: uidOf(job), record });
  }

  forget(key: ObjectKey): void {
    this.#records.delete(key);
  }
}
