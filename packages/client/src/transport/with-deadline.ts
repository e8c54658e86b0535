/**
 * Limits how long a request may take, its answer's body included. Streams, which end when somebody ends them, have no deadline.
 * Upstream: rest.Config.Timeout, and lasso's client that applies it to every verb but watch.
 */
import {
  deadlineSignal,
  type Deadline,
  type Host,
  type TransportRequest,
  type TransportResponse,
} from '@reeve/machinery';
import { LimitedRequest } from './limited-request.ts';
import { isLongRunning } from './long-running.ts';
import type { TransportLayer } from './transport-layer.ts';

/** Ends requests with a `DeadlineError` when they take longer. */
export const withDeadline =
  (host: Pick<Host, 'clock'>, timeoutMs: number): TransportLayer =>
  (next) => ({
    async request(request): Promise<TransportResponse> {
      if (isLongRunning(request)) return next.request(request);
      const deadline = deadlineFor(host, timeoutMs, request);
      try {
        const response = await next.request(new LimitedRequest(request, deadline));
        return { ...response, body: endingWith(response.body, deadline) };
      } catch (error) {
        deadline[Symbol.dispose]();
        throw error;
      }
    },
  });

const deadlineFor = (
  host: Pick<Host, 'clock'>,
  timeoutMs: number,
  { method, path, signal }: TransportRequest,
): Deadline =>
  deadlineSignal(host, timeoutMs, { signal, waitingFor: `the answer to ${method} ${path.split('?', 1)[0]}` });

/** The body, at whose end the deadline is over. */
async function* endingWith(
  body: AsyncIterable<Uint8Array>,
  deadline: Deadline,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* body;
  } finally {
    deadline[Symbol.dispose]();
  }
}
