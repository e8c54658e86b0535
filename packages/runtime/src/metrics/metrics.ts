/**
 * All that an operator counts, in one registry of prom-client: controllers, queues, requests, the election and certificates under upstream's names, and what upstream leaves out:
 * informers and their freshness, own writes that wait for their echo, causes of runs, dropped events.
 * Upstream: controller-runtime pkg/metrics.
 */
import type { Cache, InformerMetricsProvider } from '@reeve/cache';
import type { RequestObserver } from '@reeve/client';
import type { QueueMetricsProvider } from '@reeve/queue';
import type { WebhookMetrics } from '@reeve/webhook';
import type { ControllerMetrics } from '../controller/controller-metrics.ts';
import type { CaughtUp } from '../leader/catch-up.ts';
import type { ReconcileRecord } from '../controller/reconcile-record.ts';
import type { CertificateMetrics } from '../server/certificate-watcher.ts';
import { controllerInstruments } from './controller-instruments.ts';
import { informerInstruments } from './informer-instruments.ts';
import { Instruments } from './instruments.ts';
import type { MetricsRegistry } from './metrics-registry.ts';
import { queueInstruments } from './queue-instruments.ts';
import { requestInstruments } from './request-instruments.ts';
import { runInstruments } from './run-instruments.ts';
import { webhookInstruments } from './webhook-instruments.ts';

/** What is counted, and where. */
export interface MetricsOptions {
  /** A registry with metrics of one's own; a new one unless given. */
  readonly registry?: MetricsRegistry;
  /** True adds durations and sizes of requests, which have many series. */
  readonly requestDetails?: boolean;
  /** False leaves out what Node says of the process. */
  readonly process?: boolean;
}

/** The metrics of an operator. */
export class Metrics {
  readonly registry: MetricsRegistry;
  readonly controllers: ControllerMetrics;
  readonly queues: QueueMetricsProvider;
  readonly informers: InformerMetricsProvider;
  /** For `connect({ observer: metrics.requests })`. */
  readonly requests: RequestObserver;
  readonly certificates: CertificateMetrics;
  readonly webhooks: WebhookMetrics;
  readonly #shown: Shown;
  readonly #runs: ReturnType<typeof runInstruments>;
  readonly #noteCatchUp: (caughtUp: CaughtUp) => void;

  constructor({ registry, requestDetails = false, process = true }: MetricsOptions = {}) {
    const instruments = new Instruments(registry);
    this.#shown = new Shown(instruments);
    this.registry = instruments.registry;
    this.controllers = controllerInstruments(instruments);
    this.queues = queueInstruments(instruments);
    this.informers = informerInstruments(instruments);
    this.requests = requestInstruments(instruments, requestDetails);
    this.certificates = certificateInstruments(instruments);
    this.webhooks = webhookInstruments(instruments);
    this.#runs = runInstruments(instruments);
    this.#noteCatchUp = catchUpInstruments(instruments);
    if (process) instruments.collectProcess();
  }

  /** All of it as Prometheus reads it. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** What is told of every run of a controller that has ended. */
  runsOf(controller: string): (record: ReconcileRecord) => void {
    return this.#runs(controller);
  }

  /** A new leader has compared what it holds with what the server has. */
  noteCatchUp(caughtUp: CaughtUp): void {
    this.#noteCatchUp(caughtUp);
  }

  /** Shows whether this process leads. */
  showLeader(name: string, isLeader: () => boolean): void {
    this.#shown.leaders.set(name, isLeader);
  }

  /** Shows own writes that the watch has not told yet. */
  showOverlay(cache: Pick<Cache, 'report'>): void {
    this.#shown.caches.add(cache);
  }

  /** Shows how many events were lost. */
  showDroppedEvents(dropped: () => number): void {
    this.#shown.droppedEvents.add(dropped);
  }
}

/** What is looked at whenever somebody reads the metrics. Several managers may share them. */
class Shown {
  readonly leaders = new Map<string, () => boolean>();
  readonly caches = new Set<Pick<Cache, 'report'>>();
  readonly droppedEvents = new Set<() => number>();

  constructor(instruments: Instruments) {
    const leads = { name: 'leader_election_master_status', help: '1 while this process leads.', labels: ['name'] };
    instruments.gauge(leads, (gauge) => {
      for (const [name, isLeader] of this.leaders) gauge.at(name).set(isLeader() ? 1 : 0);
    });
    const overlaid = {
      name: 'reeve_cache_overlaid_objects',
      help: 'Own writes that the watch has not told yet.',
      labels: ['kind'],
    };
    instruments.gauge(overlaid, (gauge) => {
      gauge.clear();
      for (const cache of this.caches)
        for (const { kind, overlaid: count } of cache.report().kinds) gauge.at(kind).add(count);
    });
    const dropped = { name: 'reeve_events_dropped', help: 'Events that could not be recorded.' };
    instruments.gauge(dropped, (gauge) => {
      gauge.at().set([...this.droppedEvents].reduce((sum, count) => sum + count(), 0));
    });
  }
}

function certificateInstruments(instruments: Instruments): CertificateMetrics {
  const reads = instruments.counter({ name: 'certwatcher_read_certificate_total', help: 'Reads of the certificate.' });
  const failures = instruments.counter({
    name: 'certwatcher_read_certificate_errors_total',
    help: 'Reads of the certificate that failed.',
  });
  return { read: () => reads.at().add(), readFailed: () => failures.at().add() };
}

function catchUpInstruments(instruments: Instruments): (caughtUp: CaughtUp) => void {
  const seconds = instruments.gauge({
    name: 'reeve_leader_catch_up_seconds',
    help: 'How long this process waited, when it was last elected, for what it holds to be as new as what the server has.',
  });
  const late = instruments.counter({
    name: 'reeve_leader_catch_up_incomplete_total',
    help: 'Kinds that lagged behind when the time for that was over.',
    labels: ['kind'],
  });
  return (caughtUp) => {
    seconds.at().set(caughtUp.seconds);
    for (const { kind } of caughtUp.behind) late.at(kind).add();
  };
}
