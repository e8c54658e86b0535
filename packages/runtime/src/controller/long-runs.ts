/**
 * Looks after runs that do not end: says which, again when they have taken twice as long, and tells whoever waits when a run goes on although its time is over.
 * It looks only while there are runs, and keeps no process alive.
 */
import type { Clock, Timer } from '@reeve/machinery';
import type { Run } from './controller-options.ts';

/** What is needed to look after runs. */
export interface LongRunsOptions {
  readonly clock: Clock;
  /** How long a run may take; 0 for no limit. */
  readonly timeoutMs: number;
}

class Watched implements Disposable {
  readonly run: Run;
  readonly startedMs: number;
  readonly onIgnored: () => void;
  readonly #among: Set<Watched>;
  sayAtMs: number;
  isLeft = false;

  constructor(run: Run, startedMs: number, onIgnored: () => void, among: Set<Watched>) {
    this.run = run;
    this.startedMs = startedMs;
    this.onIgnored = onIgnored;
    this.#among = among;
    this.sayAtMs = startedMs + remarkableMs;
    among.add(this);
  }

  [Symbol.dispose](): void {
    this.#among.delete(this);
  }
}

/** A run without a limit is remarkable after this long. */
const remarkableMs = 300_000;
/** How long a run may take to end when its signal has aborted. */
const patienceMs = 10_000;
const lookMs = 30_000;

/** The runs of a controller that are under way. */
export class LongRuns {
  readonly #options: LongRunsOptions;
  readonly #runs = new Set<Watched>();
  #timer: Timer | undefined;

  constructor(options: LongRunsOptions) {
    this.#options = options;
  }

  /** A run begins; disposing ends it. `onIgnored` hears once that it goes on although it was told to end. */
  begin(run: Run, onIgnored: () => void): Disposable {
    this.#timer ??= this.#arm();
    return new Watched(run, this.#options.clock.monotonic(), onIgnored, this.#runs);
  }

  /** Looks no more. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(): Timer {
    return this.#options.clock.setTimer(lookMs, () => this.#look(), { background: true, label: 'long runs' });
  }

  #look(): void {
    this.#timer = this.#runs.size === 0 ? undefined : this.#arm();
    const nowMs = this.#options.clock.monotonic();
    for (const watched of this.#runs) this.#judge(watched, nowMs);
  }

  #judge(watched: Watched, nowMs: number): void {
    const { timeoutMs } = this.#options;
    const { run, startedMs } = watched;
    if (!watched.isLeft && timeoutMs > 0 && nowMs > startedMs + timeoutMs + patienceMs) {
      watched.isLeft = true;
      run.log.error(
        'a run goes on although its time is over: end it when ctx.signal aborts. Its object waits, others do not',
      );
      watched.onIgnored();
    } else if (nowMs >= watched.sayAtMs) {
      watched.sayAtMs = startedMs + 2 * (nowMs - startedMs);
      const minutes = Math.floor((nowMs - startedMs) / 60_000);
      run.log.warn('a run does not end: await less, or set reconcileTimeoutMs and heed ctx.signal', { minutes });
    }
  }
}
