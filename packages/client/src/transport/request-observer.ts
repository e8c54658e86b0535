/**
 * What can be seen of a client's requests: a record per attempt for logs and traces, and samples for metrics under upstream's names. Neither holds
 * headers or bodies, so nothing secret passes here.
 * Upstream: client-go tools/metrics, component-base's rest client metrics.
 */

/** Sees what a client does. Each function is called when it has happened; what they throw is not caught. */
export interface RequestObserver {
  /** An attempt begins; what is returned is called when its head has arrived, or when it failed. For traces. */
  onStart?(request: {
    readonly method: string;
    readonly path: string;
    readonly host: string;
  }): ((end: RequestEnd) => void) | void;

  /** An attempt has ended: its head is there, or it failed. */
  onRequest?(record: RequestRecord): void;

  /** A measurement. Counters come with 1. */
  onMetric?(sample: MetricSample): void;

  /** Which metrics `onMetric` is told of, all unless given. What it is not told of is not measured: the size of answers alone costs something with each event of a watch. */
  readonly metrics?: ReadonlySet<MetricName>;
}

/** How an attempt ended. */
export type RequestEnd = { readonly status: number } | { readonly error: unknown };

/** One attempt. */
export interface RequestRecord {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  /** Host and port of the server. */
  readonly host: string;
  /** The status, or undefined when no answer came. */
  readonly status: number | undefined;
  readonly error: unknown;
  /** From sending until the head was there. */
  readonly durationMs: number;
}

/** Upstream's metric names, and what labels each has. */
export interface MetricLabels {
  readonly rest_client_requests_total: { readonly code: string; readonly method: string; readonly host: string };
  readonly rest_client_request_duration_seconds: { readonly verb: string; readonly host: string };
  readonly rest_client_request_size_bytes: { readonly verb: string; readonly host: string };
  readonly rest_client_response_size_bytes: { readonly verb: string; readonly host: string };
  readonly rest_client_rate_limiter_duration_seconds: { readonly verb: string; readonly host: string };
  readonly rest_client_request_retries_total: { readonly code: string; readonly verb: string; readonly host: string };
  readonly rest_client_exec_plugin_call_total: { readonly code: string; readonly call_status: string };
}

/** Upstream's name of a metric. */
export type MetricName = keyof MetricLabels;

/** True of what an observer is told of. */
export const takesMetric = ({ onMetric, metrics }: RequestObserver, name: MetricName): boolean =>
  onMetric !== undefined && metrics?.has(name) !== false;

/** One measurement: a name, its labels and a value, in the unit of the name. */
export type MetricSample = {
  readonly [Name in keyof MetricLabels]: {
    readonly name: Name;
    readonly labels: MetricLabels[Name];
    readonly value: number;
  };
}[keyof MetricLabels];

/** The label for the outcome of an attempt: its status, or upstream's word for none. */
export const outcomeLabel = (status: number | undefined): string => (status === undefined ? '<error>' : String(status));
