/**
 * Ends runs whose time is over. Most runs end long before: so one signal and one timer of a worker serve run after run, and are made anew only when the time of a run was over.
 */
import { setMaxListeners } from 'node:events';
import { DeadlineError } from '@reeve/machinery';
import type { Clock, Timer } from '@reeve/machinery';

/** What is needed to end runs. */
export interface RunLimitOptions {
  readonly controller: string;
  readonly clock: Clock;
  /** Ends all runs. */
  readonly stop: AbortSignal;
  /** How long a run may take; 0 for no limit. */
  readonly timeoutMs: number;
}

/** The limit of the runs of one worker, which is at one run at a time. */
export class RunLimit implements Disposable {
  readonly #options: RunLimitOptions;
  #controller: AbortController | undefined;
  #timer: Timer | undefined;
  /** When the time of the run under way is over, on the monotonic clock. */
  #endsAtMs = Infinity;

  constructor(options: RunLimitOptions) {
    this.#options = options;
    if (options.timeoutMs > 0) options.stop.addEventListener('abort', this.#stop, { once: true });
  }

  /** The signal of the run that begins now. It aborts when its time is over, or with all runs. */
  get signal(): AbortSignal {
    const { stop, timeoutMs } = this.#options;
    if (timeoutMs === 0 || stop.aborted) return stop;
    if (this.#controller === undefined || this.#controller.signal.aborted) {
      this.#controller = new AbortController();
      setMaxListeners(0, this.#controller.signal); // run after run listens
    }
    return this.#controller.signal;
  }

  /** There is a run that has to be waited for. */
  begin(startedMs: number): void {
    const { timeoutMs } = this.#options;
    if (timeoutMs === 0) return;
    this.#endsAtMs = startedMs + timeoutMs;
    this.#timer ??= this.#arm();
  }

  end(): void {
    this.#endsAtMs = Infinity;
  }

  /** The worker has ended. */
  [Symbol.dispose](): void {
    this.#timer?.cancel();
    this.#options.stop.removeEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => this.#controller?.abort(this.#options.stop.reason);

  #arm(): Timer {
    const { clock, controller } = this.#options;
    const label = `time for a run of ${controller}`;
    return clock.setTimer(this.#endsAtMs - clock.monotonic(), this.#look, { background: true, label });
  }

  /** The timer may be that of a run before. */
  readonly #look = (): void => {
    const { clock, controller, timeoutMs } = this.#options;
    this.#timer = undefined;
    if (this.#endsAtMs === Infinity) return;
    if (clock.monotonic() < this.#endsAtMs) this.#timer = this.#arm();
    else this.#controller?.abort(new DeadlineError(timeoutMs, `a run of ${controller}`));
  };
}
