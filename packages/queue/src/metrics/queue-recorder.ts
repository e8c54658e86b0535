/**
 * Turns what happens in a queue into its metrics. Only a queue that has a name and a provider has a recorder; any other pays
 * nothing for metrics.
 * Upstream: defaultQueueMetrics of client-go, with the depth by priority of controller-runtime.
 */
import type { Clock } from '@reeve/machinery';
import { DepthByPriority } from './depth-by-priority.ts';
import type { MeasuredKey } from './measured-key.ts';
import type { QueueCounter, QueueHistogram, QueueMetricsProvider } from './queue-metrics.ts';
import { WorkSampler } from './work-sampler.ts';

/** The metrics of one queue. */
export class QueueRecorder {
  readonly #clock: Clock;
  readonly #adds: QueueCounter;
  readonly #retries: QueueCounter;
  readonly #waited: QueueHistogram;
  readonly #worked: QueueHistogram;
  readonly #depth: DepthByPriority;
  readonly #sampler: WorkSampler;

  constructor(clock: Clock, provider: QueueMetricsProvider, name: string) {
    const labels = { name, controller: name };
    this.#clock = clock;
    this.#adds = provider.counter('workqueue_adds_total', labels);
    this.#retries = provider.counter('workqueue_retries_total', labels);
    this.#waited = provider.histogram('workqueue_queue_duration_seconds', labels);
    this.#worked = provider.histogram('workqueue_work_duration_seconds', labels);
    this.#depth = new DepthByPriority((priority) => provider.gauge('workqueue_depth', { ...labels, priority }));
    const unfinished = provider.gauge('workqueue_unfinished_work_seconds', labels);
    const longest = provider.gauge('workqueue_longest_running_processor_seconds', labels);
    this.#sampler = new WorkSampler(clock, (totalMs, longestMs) => {
      unfinished.set(totalMs / 1000);
      longest.set(longestMs / 1000);
    });
  }

  /** An add has to wait. */
  retried(): void {
    this.#retries.inc();
  }

  /** A run is due. It counts from here on, even while the key is still held for the run before. */
  due(key: MeasuredKey): void {
    this.#adds.inc();
    this.#depth.change(key.priority, 1);
    key.dueSince = this.#clock.monotonic();
  }

  /** A key that is due was given a higher priority. */
  raised(from: number, to: number): void {
    this.#depth.change(from, -1);
    this.#depth.change(to, 1);
  }

  handedOut(key: MeasuredKey): void {
    const now = this.#clock.monotonic();
    this.#depth.change(key.priority, -1);
    this.#waited.observe((now - key.dueSince) / 1000);
    this.#sampler.begin(key, now);
  }

  released(key: MeasuredKey): void {
    this.#worked.observe(this.#sampler.end(key, this.#clock.monotonic()) / 1000);
  }

  /** A run that was due will not take place. */
  dropped({ priority }: MeasuredKey): void {
    this.#depth.change(priority, -1);
  }

  /** The queue is shut down: work is measured no more. */
  stop(): void {
    this.#sampler.stop();
  }
}
