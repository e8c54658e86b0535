/**
 * Answers the requests of all paths: finds the endpoint, reads the review within limits, waits for the answer no longer than the caller does, and turns whatever goes wrong into
 * a refusal. It never throws.
 * Upstream: controller-runtime webhook.Server, admission.Webhook ServeHTTP.
 */
import { InvalidInputError, silentLogger } from '@reeve/machinery';
import type { Host, Logger, ReadonlyJsonObject } from '@reeve/machinery';
import type { Endpoint } from './endpoint.ts';
import { readReview } from './read-review.ts';
import { ReviewDeadline } from './review-deadline.ts';
import { ReviewError } from './review-error.ts';
import { knownLimits } from './review-limits.ts';
import type { KnownLimits, ReviewLimits } from './review-limits.ts';
import { jsonAnswer, textAnswer } from './webhook-http.ts';
import type { WebhookAnswer, WebhookRequest } from './webhook-http.ts';
import { noMetrics } from './webhook-metrics.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

/** What a handler needs. */
export interface ReviewHandlerOptions {
  readonly host: Pick<Host, 'clock'>;
  readonly log?: Logger;
  readonly limits?: ReviewLimits;
  readonly metrics?: WebhookMetrics;
  /** Hears of what a function threw that was no refusal. The review is answered with an internal error all the same. */
  readonly onBug?: (error: unknown) => void;
}

/** The path that says that the server answers. */
export const healthPath = '/healthz';

/** Answers reviews at paths, which may be added at any time. */
export class ReviewHandler {
  readonly #options: ReviewHandlerOptions;
  readonly #limits: KnownLimits;
  readonly #log: Logger;
  readonly #metrics: WebhookMetrics;
  readonly #endpoints = new Map<string, Endpoint>();
  #underWay = 0;

  constructor(options: ReviewHandlerOptions) {
    this.#options = options;
    this.#limits = knownLimits(options.limits);
    this.#log = options.log ?? silentLogger;
    this.#metrics = options.metrics ?? noMetrics;
  }

  /** What is served. */
  get endpoints(): readonly Endpoint[] {
    return [...this.#endpoints.values()];
  }

  /** Serves a path from now on. A path is for one webhook only. */
  register(endpoint: Endpoint): Disposable {
    const { path } = endpoint;
    if (!/^\/[^\s?#]+$/.test(path))
      throw new InvalidInputError(path, `${path} is no path of a webhook: write one such as /validate-pods`);
    if (this.#endpoints.has(path) || path === healthPath)
      throw new InvalidInputError(path, `the path ${path} is registered already: give the other webhook another path`);
    this.#endpoints.set(path, endpoint);
    return { [Symbol.dispose]: () => void (this.#endpoints.get(path) === endpoint && this.#endpoints.delete(path)) };
  }

  /** Exchanges all paths at once; when they cannot be served, those before are. Reviews that are under way end as they began. */
  replace(endpoints: readonly Endpoint[]): void {
    const before = [...this.#endpoints];
    this.#endpoints.clear();
    try {
      for (const endpoint of endpoints) this.register(endpoint);
    } catch (error) {
      this.#endpoints.clear();
      for (const [path, endpoint] of before) this.#endpoints.set(path, endpoint);
      throw error;
    }
  }

  /** Answers a request. */
  async answer(request: WebhookRequest): Promise<WebhookAnswer> {
    const { path } = request;
    if (path === healthPath) return textAnswer(200, 'ok');
    const endpoint = this.#endpoints.get(path);
    if (endpoint === undefined) return textAnswer(404, '404 page not found');
    const { clock } = this.#options.host;
    const start = clock.monotonic();
    const ended = this.#metrics.begun(path);
    this.#underWay++;
    const answer = await this.#reviewed(endpoint, request);
    this.#underWay--;
    ended(answer.status, (clock.monotonic() - start) / 1000);
    return answer;
  }

  async #reviewed(endpoint: Endpoint, request: WebhookRequest): Promise<WebhookAnswer> {
    const { maxConcurrent, timeoutMs: preset, maxDepth } = this.#limits;
    const timeoutMs = callersTimeoutMs(request.query) ?? preset;
    using deadline = new ReviewDeadline(this.#options.host.clock, timeoutMs, request.signal);
    let review: ReadonlyJsonObject | undefined;
    try {
      if (this.#underWay > maxConcurrent)
        throw new ReviewError(503, `${maxConcurrent} reviews are under way, which is the limit`);
      const limits = { maxBytes: endpoint.maxBytes(this.#limits), maxDepth };
      review = await deadline.race(readReview(request, limits));
      const log = this.#log;
      const context = {
        log,
        get signal() {
          return deadline.signal; // made when somebody asks for it
        },
      };
      return jsonAnswer(await deadline.race(endpoint.answer(review, context)));
    } catch (error) {
      if (deadline.aborted) return this.#late(endpoint, review, timeoutMs, request.signal.aborted);
      return this.#failed(endpoint, review, error);
    }
  }

  #late(endpoint: Endpoint, review: ReadonlyJsonObject | undefined, timeoutMs: number, isGone: boolean): WebhookAnswer {
    const { path } = endpoint;
    const message = isGone ? 'the caller has gone' : `there was no answer within ${timeoutMs / 1000}s`;
    this.#log.warn(`a review was not answered in time: ${message}`, { path });
    return review === undefined
      ? jsonAnswer(endpoint.failure(undefined, 408, message), 408)
      : jsonAnswer(endpoint.failure(review, 504, message));
  }

  /** What is no review gets an HTTP status; a review that cannot be answered gets an answer that says so. */
  #failed(endpoint: Endpoint, review: ReadonlyJsonObject | undefined, error: unknown): WebhookAnswer {
    const { path, purpose } = endpoint;
    if (error instanceof ReviewError) {
      const { httpStatus, message } = error;
      this.#log.warn(`a request is refused: ${message}`, { path, httpStatus });
      return jsonAnswer(endpoint.failure(review, httpStatus, message), httpStatus);
    }
    this.#metrics.panicked(path, purpose);
    this.#log.error('a webhook threw: the review is refused with an internal error', { path, purpose, error });
    this.#options.onBug?.(error);
    return jsonAnswer(endpoint.failure(review, 500, `the webhook failed: ${textOf(error)}`));
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** How long the caller waits, as API servers say it: `?timeout=10s`. */
function callersTimeoutMs(query: string): number | undefined {
  const [, number, unit] = /(?:^|&)timeout=(\d{1,6})(ms|s|m)(?:&|$)/.exec(query) ?? [];
  if (number === undefined) return undefined;
  return Number(number) * (unit === 'ms' ? 1 : unit === 's' ? 1000 : 60_000);
}
