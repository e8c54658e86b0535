/**
 * What webhooks cost, under controller-runtime's names.
 * Upstream: controller-runtime webhook/internal/metrics, webhook/conversion/metrics.
 */
import type { WebhookMetrics } from '@reeve/webhook';
import type { Instruments } from './instruments.ts';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Makes what counts reviews. A webhook is known by its path. */
export function webhookInstruments(instruments: Instruments): WebhookMetrics {
  const labels = ['webhook'];
  const requests = instruments.counter({
    name: 'controller_runtime_webhook_requests_total',
    help: 'Reviews, by path and HTTP status.',
    labels: ['webhook', 'code'],
  });
  const latency = instruments.histogram({
    name: 'controller_runtime_webhook_latency_seconds',
    help: 'How long reviews take.',
    labels,
    buckets: seconds,
  });
  const underWay = instruments.gauge({
    name: 'controller_runtime_webhook_requests_in_flight',
    help: 'Reviews that are under way.',
    labels,
  });
  const panics = instruments.counter({
    name: 'controller_runtime_webhook_panics_total',
    help: 'Functions of webhooks that threw what was no refusal.',
  });
  const conversionPanics = instruments.counter({
    name: 'controller_runtime_conversion_webhook_panics_total',
    help: 'Functions of conversions that threw what was no refusal.',
  });
  return {
    begun(path) {
      underWay.at(path).add();
      return (httpStatus, duration) => {
        underWay.at(path).add(-1);
        requests.at(path, String(httpStatus)).add();
        latency.at(path).observe(duration);
      };
    },
    panicked: (_path, purpose) => (purpose === 'conversion' ? conversionPanics : panics).at().add(),
  };
}
