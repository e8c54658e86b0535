/**
 * Shows an informer's metrics while it runs, and takes them away when it stops.
 */
import type { Clock } from '@reeve/machinery';
import {
  versionForGauge,
  type InformerGauge,
  type InformerMetricLabels,
  type InformerMetricsProvider,
} from './informer-metrics.ts';

/** What is measured, as it is now. */
export interface InformerReading {
  queued(): number;
  objects(): number;
  /** Empty before the first list. */
  resourceVersion(): string;
  /** How long ago the server was last heard of; infinite before. */
  ageMs(): number;
  /** How often a list or a watch ended because an object could not be decoded. */
  decodingFailures(): number;
}

/** The metrics of one informer. */
export class InformerRecorder {
  readonly #clock: Clock;
  readonly #gauges: readonly InformerGauge[];
  readonly #latency: ReturnType<InformerMetricsProvider['histogram']>;

  constructor(clock: Clock, provider: InformerMetricsProvider, labels: InformerMetricLabels, now: InformerReading) {
    const startedMs = clock.monotonic();
    this.#clock = clock;
    this.#gauges = [
      provider.gauge('informer_queued_items', labels, () => now.queued()),
      provider.gauge('informer_store_objects', labels, () => now.objects()),
      provider.gauge('informer_store_resource_version', labels, () => gaugeOf(now.resourceVersion())),
      provider.gauge('informer_staleness_seconds', labels, () => {
        // one that never reaches the server grows stale as well
        const ageMs = Math.min(now.ageMs(), clock.monotonic() - startedMs);
        return ageMs / 1000;
      }),
      provider.gauge('informer_decoding_failures', labels, () => now.decodingFailures()),
    ];
    this.#latency = provider.histogram('informer_processing_latency_seconds', labels);
  }

  /** When a piece of work begins, for `end`. */
  begin(): number {
    return this.#clock.monotonic();
  }

  end(beganMs: number): void {
    this.#latency.observe((this.#clock.monotonic() - beganMs) / 1000);
  }

  stop(): void {
    for (const gauge of this.#gauges) gauge.remove();
  }
}

const gaugeOf = (version: string): number | undefined => (version === '' ? undefined : versionForGauge(version));
