/**
 * Waits for something to become true, by asking again: no sleep of a guessed length, and a message that says what was still wrong at the end.
 * Upstream: gomega's Eventually.
 */
import { ReeveError, deadlineSignal, orAbort } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';

/** How long to wait, and how often to ask. */
export interface EventuallyOptions {
  readonly signal?: AbortSignal | undefined;
  /** Ten seconds unless given. */
  readonly timeoutMs?: number | undefined;
  /** Ten milliseconds unless given. */
  readonly intervalMs?: number | undefined;
  /** What is waited for, for the message. */
  readonly waitingFor?: string | undefined;
}

/** What was waited for did not come; the cause is what was still wrong when it was last asked. */
export class NotEventuallyError extends ReeveError {
  constructor(waitingFor: string, ended: string, options: ErrorOptions) {
    super('REEVE_NOT_EVENTUALLY', `waited for ${waitingFor}, and ${ended}: ${problemIn(options.cause)}`, options);
  }
}

/** The first answer that is neither undefined nor false. A throw means "not yet": assertions may stand in the question. */
export async function eventually<T>(
  host: Host,
  ask: (signal: AbortSignal) => T | Promise<T>,
  options: EventuallyOptions = {},
): Promise<Exclude<T, undefined | false>> {
  const { timeoutMs = 10_000, intervalMs = 10, waitingFor = 'what the test wants' } = options;
  using deadline = deadlineSignal(host, timeoutMs, { signal: options.signal, waitingFor });
  const { signal } = deadline;
  let problem: unknown;
  while (!signal.aborted) {
    try {
      const answer = await orAbort(Promise.resolve(ask(signal)), signal);
      if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>; // looked at just now
      problem = undefined;
    } catch (error) {
      if (!signal.aborted) problem = error;
    }
    await host.sleep(intervalMs, signal).catch(() => undefined); // that the time is over is seen above
  }
  const ended = options.signal?.aborted ? 'the test ended' : `${timeoutMs / 1000}s were not enough`;
  throw new NotEventuallyError(waitingFor, ended, { cause: problem ?? signal.reason });
}

const problemIn = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
