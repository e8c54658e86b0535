/**
 * What people who run an operator look at: metrics, health and events. Each exists only when it is asked for.
 * Upstream: controller-runtime manager's metrics server, health probe and recorder provider.
 */
import { hostname } from 'node:os';
import type { Cache } from '@reeve/cache';
import type { Client } from '@reeve/client';
import type { Host } from '@reeve/machinery';
import { CoreEventBroadcaster } from '../events/core-event-broadcaster.ts';
import type { EventRecorder } from '../events/event-input.ts';
import { coreEventWriter, seriesEventWriter } from '../events/event-writer.ts';
import { SeriesEventBroadcaster } from '../events/series-event-broadcaster.ts';
import { cacheFreshness } from '../health/cache-health.ts';
import { HealthChecks, healthHandler } from '../health/health-checks.ts';
import { ElectionHealth } from '../leader/election-health.ts';
import type { LeaderElector } from '../leader/leader-elector.ts';
import type { Logger } from '../log/logger.ts';
import { metricsHandler } from '../metrics/metrics-handler.ts';
import type { MetricsHandlerOptions } from '../metrics/metrics-handler.ts';
import { Metrics } from '../metrics/metrics.ts';
import type { CertificateSource } from '../server/certificate-watcher.ts';
import { HttpServer } from '../server/http-server.ts';
import type { Runnable } from './runnable.ts';

/** A server for metrics. */
export interface MetricsServerOptions extends MetricsHandlerOptions {
  /** `:8080` unless given; `0` serves nothing. */
  readonly address?: string;
  /** With it the server speaks TLS. A `CertificateWatcher` is added to the manager as well. */
  readonly certificates?: CertificateSource;
  /** What is served; new metrics unless given. */
  readonly metrics?: Metrics;
}

/** A server for probes. */
export interface HealthServerOptions {
  /** `:8081` unless given; `0` serves nothing. */
  readonly address?: string;
  /** From which silence on the cache is not ready. */
  readonly maxCacheAgeMs?: number;
}

/** Which of it there is. */
export interface OperationsOptions {
  readonly metricsServer?: MetricsServerOptions;
  readonly healthServer?: HealthServerOptions;
  /** The name of this instance in events; that of the machine unless given. */
  readonly instance?: string;
}

/** What a manager has. */
export interface OperationsParts {
  readonly host: Host;
  readonly log: Logger;
  readonly client: Client;
  add(runnable: Runnable): void;
}

/** How long after its lease a leader that does not renew counts as dead. */
const electionToleranceMs = 20_000;

/** Metrics, health and events of a manager. */
export class Operations {
  readonly liveness = new HealthChecks('/healthz');
  readonly readiness = new HealthChecks('/readyz');
  readonly metrics: Metrics | undefined;
  readonly #options: OperationsOptions;
  readonly #parts: OperationsParts;
  #coreEvents: CoreEventBroadcaster | undefined;
  #seriesEvents: SeriesEventBroadcaster | undefined;

  constructor(options: OperationsOptions, parts: OperationsParts) {
    this.#options = options;
    this.#parts = parts;
    this.metrics = options.metricsServer && (options.metricsServer.metrics ?? new Metrics());
    this.metrics?.showDroppedEvents(() => (this.#coreEvents?.dropped ?? 0) + (this.#seriesEvents?.dropped ?? 0));
  }

  /** Adds the servers. */
  serve(cache: Cache, elector: LeaderElector | undefined): void {
    this.metrics?.showOverlay(cache);
    if (elector !== undefined) this.#watchElection(elector);
    this.#serveMetrics();
    this.#serveHealth(cache);
  }

  /** A recorder of events.k8s.io. */
  recorder(controller: string): EventRecorder {
    this.#seriesEvents ??= this.#opened(new SeriesEventBroadcaster(this.#parts), 'events', (events) =>
      events.recordTo(seriesEventWriter(this.#parts.client)),
    );
    return this.#seriesEvents.recorder({ controller, instance: this.#instance });
  }

  /** A recorder of core events. */
  coreRecorder(component: string): EventRecorder {
    this.#coreEvents ??= this.#opened(new CoreEventBroadcaster(this.#parts), 'core events', (events) =>
      events.recordTo(coreEventWriter(this.#parts.client)),
    );
    return this.#coreEvents.recorder({ component, host: this.#instance });
  }

  get #instance(): string {
    return this.#options.instance ?? hostname();
  }

  #opened<Events extends CoreEventBroadcaster | SeriesEventBroadcaster>(
    events: Events,
    name: string,
    record: (events: Events) => void,
  ): Events {
    events.logTo(this.#parts.log, 'debug');
    record(events);
    const run = async (signal: AbortSignal): Promise<void> => {
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await events.shutdown();
    };
    this.#parts.add({ name, group: 'servers', run }); // what ends before them may still say so
    return events;
  }

  #watchElection(elector: LeaderElector): void {
    const health = new ElectionHealth(electionToleranceMs);
    health.watch(elector);
    this.liveness.add(health.name, () => health.check());
    this.metrics?.showLeader(elector.name, () => elector.isLeader);
  }

  #serveMetrics(): void {
    const { metricsServer } = this.#options;
    if (metricsServer === undefined || this.metrics === undefined) return;
    const { address = ':8080', certificates } = metricsServer;
    this.#parts.add(
      new HttpServer({
        name: 'metrics server',
        address,
        handle: metricsHandler(this.metrics, metricsServer),
        log: this.#parts.log,
        ...(certificates && { certificates }),
      }),
    );
  }

  #serveHealth(cache: Cache): void {
    const { healthServer } = this.#options;
    if (healthServer === undefined) return;
    const { address = ':8081', maxCacheAgeMs } = healthServer;
    this.readiness.add('cache', cacheFreshness(cache, maxCacheAgeMs));
    const handle = healthHandler(this.liveness, this.readiness);
    this.#parts.add(new HttpServer({ name: 'health server', address, handle, log: this.#parts.log }));
  }
}
