/**
 * How a controller works: its name, its reconciler, where requests come from, and how runs are bounded.
 * Upstream: controller-runtime controller.Options.
 */
import { InvalidInputError } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { QueueMetricsProvider, RateLimit } from '@reeve/queue';
import type { Cause } from '../cause/cause.ts';
import type { Request } from '../handler/request.ts';
import type { Logger } from '../log/logger.ts';
import type { Outcome, ReconcileResult } from '../reconcile/outcome.ts';
import type { ReadRecord, RunNotes } from '../reconcile/run-notes.ts';
import type { Source } from '../source/source.ts';
import type { StepRecord } from '../reconcile/step-record.ts';
import type { WriteRecord } from '../write/write-record.ts';
import type { ControllerMetrics } from './controller-metrics.ts';

/** What a reconciler knows of its run. */
export interface Run {
  readonly request: Request;
  /** One of its own for every run, in logs and traces. */
  readonly id: string;
  /** 1 for the first try, one more for every failure since the last success. */
  readonly attempt: number;
  readonly priority: number;
  /** Why the run is wanted. */
  readonly causes: readonly Cause[];
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Aborts when the time for the run is over, or the controller stops. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Where it notes what it does, for its record. */
  readonly notes: RunNotes;
}

/** Brings the world to where it should be, for one request. Throwing means trying again later. */
export type Reconcile = (run: Run) => Promise<ReconcileResult | undefined | void> | ReconcileResult | undefined | void;

/** What a controller and the manager above it can both say; the controller counts. */
export interface ControllerSettings {
  /** How many requests are worked on at the same time; 1 unless given. One request is never worked on twice at a time. */
  readonly maxConcurrent?: number;
  /** How long a run may take, five minutes unless given; 0 for no limit. Then its signal aborts, and when it does not end soon another works in its place. */
  readonly reconcileTimeoutMs?: number;
  /** How long sources may take to tell everything that was there; two minutes unless given. */
  readonly cacheSyncTimeoutMs?: number;
  /** False lets it run on every replica. True unless given. */
  readonly needsLeaderElection?: boolean;
  /** True starts the sources before this process leads. */
  readonly warmup?: boolean;
  /** False ends the manager when the reconciler throws what only a bug throws. True unless given. */
  readonly survivesBugs?: boolean;
  /** False hands requests out in the order of their arrival. True unless given. */
  readonly usesPriorities?: boolean;
  readonly rateLimit?: RateLimit<string>;
}

/** Everything a controller needs. */
export interface ControllerOptions extends ControllerSettings {
  readonly name: string;
  readonly reconcile: Reconcile;
  readonly host: Host;
  readonly sources?: readonly Source[];
  readonly log?: Logger;
  readonly metrics?: ControllerMetrics;
  readonly queueMetrics?: QueueMetricsProvider;
  /** Hears of every run that has ended. */
  readonly onRun?: (run: FinishedRun, place: RunPlace) => void;
}

/** Where whoever hears of runs may keep something with a request, and find it at the next run. It may be forgotten in between, never mixed up. */
export interface RunPlace {
  note: unknown;
}

/** A run that has ended. */
export interface FinishedRun extends Omit<Run, 'signal' | 'log' | 'notes'> {
  readonly controller: string;
  readonly durationMs: number;
  readonly outcome: Outcome;
  /** When the next run is due by itself, in milliseconds since 1970; absent where only an event brings one. */
  readonly nextRunAt?: number;
  /** What it read from the cache, as far as that is noted. */
  readonly reads: readonly ReadRecord[];
  readonly writes: readonly WriteRecord[];
  /** Its steps, in the order in which they ran; none where it has no steps. */
  readonly steps: readonly StepRecord[];
}

/** The settings with what is left out filled in, first from the manager. */
export function settingsOf(
  own: ControllerSettings,
  manager: ControllerSettings = {},
): Required<Omit<ControllerSettings, 'rateLimit'>> & Pick<ControllerSettings, 'rateLimit'> {
  const known = { ...defaults, ...present(manager), ...present(own) };
  if (!Number.isInteger(known.maxConcurrent) || known.maxConcurrent < 1) {
    throw new InvalidInputError(String(known.maxConcurrent), 'maxConcurrent of a controller is a whole number from 1');
  }
  for (const name of ['reconcileTimeoutMs', 'cacheSyncTimeoutMs'] as const) {
    const value = known[name];
    if (typeof value !== 'number' || !(value >= 0)) {
      throw new InvalidInputError(String(value), `${name} of a controller is a number of milliseconds from 0`);
    }
  }
  return known;
}

const defaults = {
  maxConcurrent: 1,
  reconcileTimeoutMs: 300_000,
  cacheSyncTimeoutMs: 120_000,
  needsLeaderElection: true,
  warmup: false,
  survivesBugs: true,
  usesPriorities: true,
};

const present = <T extends object>(settings: T): Partial<T> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<T>; // fields of T
