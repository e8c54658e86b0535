/**
 * Counts reviews.
 * Upstream: controller-runtime webhook/internal/metrics.
 */

/** Hears of reviews. A webhook is known by its path. */
export interface WebhookMetrics {
  /** A review has begun; the answer is called when it has ended, with the HTTP status. */
  begun(path: string): (httpStatus: number, seconds: number) => void;
  /** A function threw what was no refusal. */
  panicked(path: string, purpose: string): void;
}

/** Counts nothing. */
export const noMetrics: WebhookMetrics = { begun: () => () => undefined, panicked: () => undefined };
