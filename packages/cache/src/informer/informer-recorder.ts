/**
 * Keeps an informer's metrics while it runs, and takes them away when it stops. Without a provider it does nothing.
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
  readonly queued: number;
  readonly objects: number;
  readonly resourceVersion: string;
  readonly ageMs: number;
}

/** Writes readings to gauges. */
export class InformerRecorder {
  readonly #clock: Clock;
  readonly #provider: InformerMetricsProvider;
  readonly #labels: InformerMetricLabels;
  readonly #gauges: Readonly<Record<'queued' | 'objects' | 'version' | 'staleness', InformerGauge>>;
  readonly #latency: ReturnType<InformerMetricsProvider['histogram']>;

  constructor(clock: Clock, provider: InformerMetricsProvider, labels: InformerMetricLabels) {
    this.#clock = clock;
    this.#provider = provider;
    this.#labels = labels;
    this.#gauges = {
      queued: this.#gauge('informer_queued_items'),
      objects: this.#gauge('informer_store_objects'),
      version: this.#gauge('informer_store_resource_version'),
      staleness: this.#gauge('informer_staleness_seconds'),
    };
    this.#latency = provider.histogram('informer_processing_latency_seconds', labels);
  }

  /** Starts measuring a piece of work; calling what it gives back ends it. */
  begin(): () => void {
    const start = this.#clock.monotonic();
    return () => this.#latency.observe((this.#clock.monotonic() - start) / 1000);
  }

  record({ queued, objects, resourceVersion, ageMs }: InformerReading): void {
    this.#gauges.queued.set(queued);
    this.#gauges.objects.set(objects);
    if (resourceVersion !== '') this.#gauges.version.set(versionForGauge(resourceVersion));
    this.#gauges.staleness.set(ageMs / 1000);
  }

  stop(): void {
    for (const gauge of Object.values(this.#gauges)) gauge.remove();
  }

  #gauge(name: Parameters<InformerMetricsProvider['gauge']>[0]): InformerGauge {
    return this.#provider.gauge(name, this.#labels);
  }
}
