/**
 * Looks after runs that do not end: says which, again when they have taken twice as long, and tells whoever waits when a run goes on although its time is over.
 * It looks only while there are runs, and keeps no process alive. A worker has one place for the run that it is at, so that a run costs no more than a few numbers.
 */
import type { Clock, Timer } from '@reeve/machinery';
import type { Request } from '../handler/request.ts';
import type { Run } from './controller-options.ts';

/** What is needed to look after runs. */
export interface LongRunsOptions {
  readonly clock: Clock;
  /** How long a run may take; 0 for no limit. */
  readonly timeoutMs: number;
}

/** A run without a limit is remarkable after this long. */
const remarkableWithoutLimitMs = 300_000;
/** How long a run may take to end when its signal has aborted. */
const patienceMs = 10_000;
const [leastLookMs, lookMs] = [100, 30_000];

/** What is looked at of a run that has to be waited for. */
type WaitingRun = Pick<Run, 'log' | 'request' | 'startedAt'>;

/** Where a worker says at which run it is. */
export class WatchedRun implements Disposable {
  /** The run under way; undefined between runs. */
  run: WaitingRun | undefined;
  /** When it began, on the monotonic clock. */
  startedMs = 0;
  sayAtMs = 0;
  isLeft = false;
  readonly onIgnored: () => void;
  readonly #among: LongRuns;

  constructor(among: LongRuns, onIgnored: () => void) {
    this.#among = among;
    this.onIgnored = onIgnored;
  }

  begin(run: WaitingRun, startedMs: number): void {
    this.run = run;
    this.startedMs = startedMs;
    this.sayAtMs = startedMs + this.#among.remarkableMs;
    this.isLeft = false;
    this.#among.look();
  }

  end(): void {
    this.run = undefined;
  }

  /** The worker has ended. */
  [Symbol.dispose](): void {
    this.#among.forget(this);
  }
}

/** The runs of a controller that are under way. */
export class LongRuns {
  readonly #options: LongRunsOptions;
  readonly #places = new Set<WatchedRun>();
  #timer: Timer | undefined;

  constructor(options: LongRunsOptions) {
    this.#options = options;
  }

  /** After how long a run is remarkable: one with a limit when that is over, and it should have ended. */
  get remarkableMs(): number {
    const { timeoutMs } = this.#options;
    return timeoutMs > 0 ? timeoutMs + patienceMs : remarkableWithoutLimitMs;
  }

  /** What the runs under way are for. */
  get underWay(): readonly Request[] {
    return [...this.#places].flatMap(({ run }) => run?.request ?? []);
  }

  /** How long the longest run has been under way; 0 where there is none. */
  get longestMs(): number {
    const nowMs = this.#options.clock.monotonic();
    let longestMs = 0;
    for (const { run, startedMs } of this.#places) {
      if (run !== undefined) longestMs = Math.max(longestMs, nowMs - startedMs);
    }
    return longestMs;
  }

  /** A worker's place. `onIgnored` hears once of every run that goes on although it was told to end. */
  watch(onIgnored: () => void): WatchedRun {
    const place = new WatchedRun(this, onIgnored);
    this.#places.add(place);
    return place;
  }

  forget(place: WatchedRun): void {
    this.#places.delete(place);
  }

  /** There is a run to look after. */
  look(): void {
    this.#timer ??= this.#arm();
  }

  /** Looks no more. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(): Timer {
    const { clock, timeoutMs } = this.#options;
    const everyMs = timeoutMs > 0 ? Math.max(leastLookMs, Math.min(lookMs, timeoutMs)) : lookMs;
    return clock.setTimer(everyMs, () => this.#judgeAll(), { background: true, label: 'long runs' });
  }

  #judgeAll(): void {
    const isBusy = [...this.#places].some(({ run }) => run !== undefined);
    this.#timer = isBusy ? this.#arm() : undefined;
    const nowMs = this.#options.clock.monotonic();
    for (const place of this.#places) if (place.run !== undefined) this.#judge(place, place.run, nowMs);
  }

  #judge(place: WatchedRun, { log, startedAt }: WaitingRun, nowMs: number): void {
    const { timeoutMs } = this.#options;
    const { startedMs } = place;
    const since = new Date(startedAt).toISOString();
    if (!place.isLeft && timeoutMs > 0 && nowMs > startedMs + timeoutMs + patienceMs) {
      place.isLeft = true;
      log.error(
        'a run goes on although its time is over: end it when ctx.signal aborts. Its object waits, others do not',
        { since, timeoutMs },
      );
      place.onIgnored();
    } else if (nowMs >= place.sayAtMs) {
      place.sayAtMs = startedMs + 2 * (nowMs - startedMs);
      const minutes = Math.floor((nowMs - startedMs) / 60_000);
      log.warn('a run does not end: await less, set reconcileTimeoutMs, and end when ctx.signal aborts', {
        since,
        minutes,
      });
    }
  }
}
