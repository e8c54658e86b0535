/**
 * What a client's requests cost, under client-go's names. Only the count of requests is on from the start; the rest has a series per host and verb, and is asked for.
 * Upstream: controller-runtime pkg/metrics/client_go_adapter.go.
 */
import type { MetricName, MetricSample, RequestObserver } from '@reeve/client';
import type { Instruments } from './instruments.ts';
import { instrumentTable, seriesOf } from './instrument-table.ts';
import type { TableMetric } from './instrument-table.ts';

/** One of those that requests have. */
type RequestMetric = TableMetric & { readonly name: MetricName };

const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const bytes = [64, 256, 512, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];
const perVerb = ['verb', 'host'];

const always: readonly RequestMetric[] = [
  {
    name: 'rest_client_requests_total',
    type: 'counter',
    help: 'Requests, by answer, method and host.',
    labels: ['code', 'method', 'host'],
  },
];

const onDemand: readonly RequestMetric[] = [
  {
    name: 'rest_client_request_duration_seconds',
    type: 'histogram',
    help: 'How long the head of an answer takes.',
    labels: perVerb,
    buckets: seconds,
  },
  {
    name: 'rest_client_rate_limiter_duration_seconds',
    type: 'histogram',
    help: 'How long requests wait for their own rate limit.',
    labels: perVerb,
    buckets: seconds,
  },
  {
    name: 'rest_client_request_size_bytes',
    type: 'histogram',
    help: 'The size of requests.',
    labels: perVerb,
    buckets: bytes,
  },
  {
    name: 'rest_client_response_size_bytes',
    type: 'histogram',
    help: 'The size of answers.',
    labels: perVerb,
    buckets: bytes,
  },
  {
    name: 'rest_client_request_retries_total',
    type: 'counter',
    help: 'Requests that were sent again.',
    labels: ['code', 'verb', 'host'],
  },
];

/** An observer for `connect({ observer })`. */
export function requestInstruments(instruments: Instruments, withDetails: boolean): RequestObserver {
  const metrics = withDetails ? [...always, ...onDemand] : always;
  const table = instrumentTable(instruments, metrics);
  const types = new Map(metrics.map(({ name, type }) => [name, type]));
  return {
    metrics: new Set(metrics.map(({ name }) => name)),
    onMetric: ({ name, labels, value }: MetricSample) => {
      if (types.get(name) === 'counter') seriesOf(table.counter(name), labels).add(value);
      if (types.get(name) === 'histogram') seriesOf(table.histogram(name), labels).observe(value);
    },
  };
}
