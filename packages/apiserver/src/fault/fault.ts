/**
 * What can go wrong on purpose, and for whom.
 */

/** Which requests a fault is about; what is left out matches all. */
export interface FaultMatch {
  readonly verbs?: readonly string[];
  readonly resources?: readonly string[];
  readonly namespace?: string;
  readonly name?: string;
}

export type FaultEffect =
  | { readonly type: 'status'; readonly code: number; readonly retryAfterSeconds?: number; readonly message?: string }
  | { readonly type: 'latency'; readonly ms: number }
  /** Cuts the connection instead of answering, or a watch after so many bytes. */
  | { readonly type: 'cut'; readonly afterBytes?: number }
  /** Answers nothing and keeps the connection open; a watch goes silent after so many bytes. */
  | { readonly type: 'stall'; readonly afterBytes?: number }
  /** Loses events of a watch: each with a probability, all by default. */
  | { readonly type: 'dropEvents'; readonly probability?: number }
  /** Sends events of a watch twice. */
  | { readonly type: 'duplicateEvents'; readonly probability?: number }
  /** Reads are answered from so many revisions ago, as from a server that lags behind. */
  | { readonly type: 'staleReads'; readonly revisions: number };

export interface Fault extends FaultMatch {
  readonly effect: FaultEffect;
  /** How many requests it hits; for ever by default. */
  readonly times?: number;
  /** How likely each match is hit, from 0 to 1; always by default. */
  readonly probability?: number;
}
