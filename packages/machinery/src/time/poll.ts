/**
 * Asking again and again until there is an answer.
 * Upstream: apimachinery util/wait PollUntilContextCancel and PollUntilContextTimeout.
 */
import type { Host } from '../host/host.ts';
import { deadlineSignal } from './deadline.ts';

/** Answers with a value, or with `undefined` or `false` for "not yet". What it throws ends the polling. */
export type PollCondition<T> = (signal: AbortSignal) => T | undefined | false | Promise<T | undefined | false>;

/** How often to ask, and for how long. */
export interface PollOptions {
  readonly intervalMs: number;

  /** No end unless given. */
  readonly timeoutMs?: number;

  /** True, the default, asks at once, and so at least once even if the signal has aborted. False waits an interval first. */
  readonly immediate?: boolean;

  /** True counts the interval from the end of an answer; false, the default, from the moment of asking. */
  readonly sliding?: boolean;

  readonly signal?: AbortSignal;

  /** What is being waited for, for the message of the `DeadlineError`. */
  readonly waitingFor?: string;
}

/** Resolves with the first answer; rejects with a `DeadlineError`, the signal's reason, or what the condition throws. */
export const poll = async <T>(host: Host, condition: PollCondition<T>, options: PollOptions): Promise<T> => {
  const { intervalMs, timeoutMs = Infinity, immediate = true, sliding = false } = options;
  using deadline = deadlineSignal(host, timeoutMs, options);
  const { signal } = deadline;
  let countsFrom = host.clock.monotonic();
  for (let asks = 0; ; asks += 1) {
    if (asks > 0 || !immediate) {
      await host.sleep(countsFrom + intervalMs - host.clock.monotonic(), signal);
      countsFrom = host.clock.monotonic();
    }
    const answer = await condition(signal);
    if (answer !== undefined && answer !== false) return answer;
    if (sliding) countsFrom = host.clock.monotonic();
  }
};
