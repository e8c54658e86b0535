/**
 * One path of a webhook server: what it answers to a review, and how it says that a request cannot be answered.
 */
import type { Logger, ReadonlyJsonObject } from '@reeve/machinery';
import type { KnownLimits } from './review-limits.ts';

/** What a review is answered with, beside the review itself. */
export interface ReviewContext {
  readonly log: Logger;
  /** Aborts when the caller has gone or its time is over. */
  readonly signal: AbortSignal;
}

/** A path. */
export interface Endpoint {
  readonly path: string;
  /** What it is for, in logs and on the first page. */
  readonly purpose: 'defaulting' | 'validation' | 'conversion' | 'authentication' | 'authorization';
  /** The longest body. */
  maxBytes(limits: KnownLimits): number;
  /** The review with its answer. It throws a `ReviewError` for what is no review; what else it throws is a bug, which `failure` tells. */
  answer(review: ReadonlyJsonObject, context: ReviewContext): Promise<object>;
  /** The answer to a review that could not be answered. `review` is undefined where the body was none. */
  failure(review: ReadonlyJsonObject | undefined, code: number, message: string): object;
}
