/**
 * Waits for the API server before work begins. While it does not answer, the log says what is tried, why it failed and when the next try is.
 * Upstream: none; a controller-runtime manager ends when its first request fails.
 */
import type { Client } from '@reeve/client';
import { Backoff, causeChain, ReeveError, withTimeout } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import { reasonOf } from '../failure/thrown.ts';

/** So long a single request may take: a server that says nothing is reported within five seconds. */
const requestMs = 4000;

/** The pauses between tries: 1 s, 2 s, 4 s, and so on up to 30 s. */
const pauses = { durationMs: 1000, factor: 2, steps: 10, capMs: 30_000 };

/** What the wait needs. */
export interface ServerContactOptions {
  readonly client: Client;
  readonly host: Host;
  readonly log: Logger;
  /** The address of the server, for the log. */
  readonly server: string;
  /** How long to wait; 0 waits for ever. */
  readonly timeoutMs: number;
}

/** The API server did not answer in the time that was given. */
export class ServerUnreachableError extends ReeveError {
  constructor(server: string, timeoutMs: number, cause: unknown) {
    const name = server === '' ? 'the API server' : `the API server ${server}`;
    super('REEVE_SERVER_UNREACHABLE', `${name} did not answer within ${timeoutMs / 1000}s: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

/** Resolves when the server answers, with a refusal too: then there is somebody to talk to. */
export async function contactServer(options: ServerContactOptions, signal: AbortSignal): Promise<void> {
  const { host, log, server, timeoutMs } = options;
  const begunMs = host.clock.monotonic();
  const backoff = new Backoff(pauses, host.random);
  for (let tries = 1; ; tries += 1) {
    const problem = await problemOf(options, signal);
    const waitedMs = host.clock.monotonic() - begunMs;
    const waitedSeconds = Math.round(waitedMs / 1000);
    if (problem === undefined) {
      if (tries > 1) log.info('the API server answers', { server, tries, waitedSeconds });
      return;
    }
    const leftMs = timeoutMs > 0 ? timeoutMs - waitedMs : Infinity;
    if (leftMs <= 0) throw new ServerUnreachableError(server, timeoutMs, problem.error);
    const nextTryInMs = Math.round(Math.min(backoff.step(), leftMs));
    const reason = reasonOf(problem.error);
    log.warn('the API server does not answer, and is tried again', {
      server,
      reason,
      tries,
      waitedSeconds,
      nextTryInMs,
    });
    await host.sleep(nextTryInMs, signal);
  }
}

/** Why the server does not answer; undefined when it does. */
async function problemOf(
  { client, host }: ServerContactOptions,
  signal: AbortSignal,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    const ask = (within: AbortSignal): Promise<unknown> => client.serverVersion({ signal: within });
    await withTimeout(host, requestMs, ask, { signal, waitingFor: 'the answer to GET /version' });
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return isAnswer(error) ? undefined : { error };
  }
}

/** Whether the server itself refused the request. A load balancer says 502, 503 or 504 for a server that it does not reach. */
function isAnswer(error: unknown): boolean {
  for (const link of causeChain(error)) {
    const { httpStatus } = Object(link) as { readonly httpStatus?: unknown };
    if (typeof httpStatus === 'number') return httpStatus < 502 || httpStatus > 504;
  }
  return false;
}
