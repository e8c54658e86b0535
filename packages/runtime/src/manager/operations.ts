/**
 * What people who run an operator look at: metrics, health and events. Each exists only when it is asked for.
 * Upstream: controller-runtime manager's metrics server, health probe and recorder provider.
 */
import { hostname } from 'node:os';
import type { Cache } from '@reeve/cache';
import { fixedCertificates, selfSignedCertificate } from '@reeve/certificates';
import type { CertificateSource } from '@reeve/certificates';
import type { Client } from '@reeve/client';
import { InvalidInputError } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import { debugHandler } from '../debug/debug-handler.ts';
import type { DebugSubjects } from '../debug/debug-handler.ts';
import { CoreEventBroadcaster } from '../events/core-event-broadcaster.ts';
import type { EventRecorder } from '../events/event-input.ts';
import { coreEventWriter } from '../events/event-writer.ts';
import { fallbackEventWriter } from '../events/fallback-event-writer.ts';
import { SeriesEventBroadcaster } from '../events/series-event-broadcaster.ts';
import { cacheFreshness } from '../health/cache-health.ts';
import { HealthChecks, healthHandler, longestRun } from '../health/health-checks.ts';
import { ElectionHealth } from '../leader/election-health.ts';
import type { LeaderElector } from '../leader/leader-elector.ts';
import type { Logger } from '../log/logger.ts';
import { metricsHandler } from '../metrics/metrics-handler.ts';
import type { MetricsHandlerOptions } from '../metrics/metrics-handler.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { CertificateWatcher } from '../server/certificate-watcher.ts';
import { HttpServer } from '../server/http-server.ts';
import { isLoopback } from '../server/listen-address.ts';
import { readsOnly } from '../server/request-handler.ts';
import type { Runnable } from '../runnable/runnable.ts';
import type { WebhookServer } from '@reeve/webhook';

/** A server for metrics. */
export interface MetricsServerOptions extends MetricsHandlerOptions {
  /** `127.0.0.1:8080` unless given, for this machine only; `:8443` serves all, `0` nothing. */
  readonly address?: string;
  /** With it the server speaks TLS. A `CertificateWatcher` is run by the manager. */
  readonly certificates?: CertificateSource;
  /** True speaks TLS without certificates, too: with one that nobody vouches for, made at the start. */
  readonly secure?: boolean;
  /** What is served; new metrics unless given. */
  readonly metrics?: Metrics;
  /** False where the connection counts its requests itself: `connect({ observer: metrics.requests })`. True unless given. */
  readonly requests?: boolean;
}

/** A server for probes. */
export interface HealthServerOptions {
  /** `:8081` unless given, where a kubelet asks; `0` serves nothing. */
  readonly address?: string;
  /** From which silence on the cache is not ready. */
  readonly maxCacheAgeMs?: number;
}

/** A server for whoever looks into a process: runs, queues, cache, profiles. */
export interface DebugServerOptions {
  /** A port of this machine such as `127.0.0.1:6060`, which is what it is unless given. */
  readonly address?: string;
  /** What a request must bring as its bearer token; a random one unless given, which `manager.servers.debugToken` tells. */
  readonly token?: string;
  /** True gives out heap snapshots too: they hold everything in memory, credentials and Secrets included. False unless given. */
  readonly heap?: boolean;
}

/** Which of it there is. */
export interface OperationsOptions {
  readonly metricsServer?: MetricsServerOptions;
  readonly healthServer?: HealthServerOptions;
  readonly debugServer?: DebugServerOptions;
  /** The name of this instance in events and in an election; that of the machine unless given, which is the pod's in a pod. */
  readonly instance?: string;
}

/** What a manager has. */
export interface OperationsParts {
  readonly host: Host;
  readonly log: Logger;
  readonly client: Client;
  readonly metrics: Metrics | undefined;
  add(runnable: Runnable): void;
}

/** The servers of a manager, as far as there are any. */
export interface OperationsServers {
  readonly metrics?: HttpServer;
  readonly health?: HttpServer;
  readonly debug?: HttpServer;
  /** The bearer token of the debug server. */
  readonly debugToken?: string;
}

/** What the servers tell of. */
export interface ServedSubjects extends Omit<DebugSubjects, 'host'> {
  readonly webhookServer: WebhookServer | undefined;
  readonly cache: Cache;
  readonly elector: LeaderElector | undefined;
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
  /** The name of this process in events, and at the beginning of its identity in an election. */
  readonly instance: string;
  #servers: { -readonly [Part in keyof OperationsServers]: OperationsServers[Part] } = {};
  #coreEvents: CoreEventBroadcaster | undefined;
  #seriesEvents: SeriesEventBroadcaster | undefined;

  constructor(options: OperationsOptions, parts: OperationsParts) {
    this.#options = options;
    this.#parts = parts;
    this.instance = options.instance ?? hostname();
    this.metrics = parts.metrics;
    this.metrics?.showDroppedEvents(() => (this.#coreEvents?.dropped ?? 0) + (this.#seriesEvents?.dropped ?? 0));
  }

  /** The servers that there are. */
  get servers(): OperationsServers {
    return this.#servers;
  }

  /** Adds the servers. */
  serve(subjects: ServedSubjects): void {
    const { cache, elector } = subjects;
    this.metrics?.showOverlay(cache);
    if (elector !== undefined) this.#watchElection(elector);
    this.#serveMetrics();
    this.#serveHealth(subjects);
    this.#serveDebug(subjects);
  }

  /** A recorder of events.k8s.io, or of core events where a server has no others. */
  recorder(controller: string): EventRecorder {
    this.#seriesEvents ??= this.#opened(new SeriesEventBroadcaster(this.#parts), 'events', (events) =>
      events.recordTo(fallbackEventWriter(this.#parts.client)),
    );
    return this.#seriesEvents.recorder({ controller, instance: this.instance });
  }

  /** A recorder of core events. */
  coreRecorder(component: string): EventRecorder {
    this.#coreEvents ??= this.#opened(new CoreEventBroadcaster(this.#parts), 'core events', (events) =>
      events.recordTo(coreEventWriter(this.#parts.client)),
    );
    return this.#coreEvents.recorder({ component, host: this.instance });
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
    try {
      this.#parts.add({ name, group: 'servers', run }); // what ends before them may still say so
    } catch {
      events.shutdown().catch(() => undefined); // the manager is ending: events are dropped in silence
    }
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
    const { address = '127.0.0.1:8080', certificates, secure = false } = metricsServer;
    const { clock } = this.#parts.host;
    const pairs = certificates ?? (secure ? () => unverified(clock.now()) : undefined);
    this.#servers.metrics = new HttpServer({
      name: 'metrics server',
      address,
      handle: metricsHandler(this.metrics, metricsServer),
      log: this.#parts.log,
      ...(pairs && { certificates: pairs }),
    });
    this.#parts.add(this.#servers.metrics);
    if (certificates instanceof CertificateWatcher) this.#parts.add(certificates);
  }

  #serveHealth({ cache, controllers, webhookServer }: ServedSubjects): void {
    const { healthServer } = this.#options;
    if (healthServer === undefined) return;
    const { address = ':8081', maxCacheAgeMs } = healthServer;
    if (webhookServer === undefined)
      this.readiness.add('cache', cacheFreshness(cache, maxCacheAgeMs)).add('runs', longestRun(controllers));
    else this.readiness.add('webhooks', () => webhookServer.check()); // API servers reach what is ready, and caches may need them to convert
    const handle = readsOnly(healthHandler(this.liveness, this.readiness));
    this.#servers.health = new HttpServer({ name: 'health server', address, handle, log: this.#parts.log });
    this.#parts.add(this.#servers.health);
  }

  #serveDebug(subjects: ServedSubjects): void {
    const { debugServer } = this.#options;
    if (debugServer === undefined) return;
    const { address = '127.0.0.1:6060', token = this.#parts.host.uuid(), heap } = debugServer;
    if (token === '')
      throw new InvalidInputError(token, 'the token of the debug server is empty: leave it out for a random one');
    if (address !== '0' && !isLoopback(address)) {
      throw new InvalidInputError(
        address,
        `the debug server cannot listen at ${address}: it is for this machine only, write 127.0.0.1:6060`,
      );
    }
    const access = { token, ...(heap !== undefined && { heap }) };
    const handle = debugHandler({ ...subjects, host: this.#parts.host }, access);
    this.#servers.debugToken = token;
    this.#servers.debug = new HttpServer({ name: 'debug server', address, handle, log: this.#parts.log });
    this.#parts.add(this.#servers.debug);
  }
}

/** A certificate for a server that was given none, so that what is read is at least not readable on the way. `now` is wall time. */
async function unverified(now: number): Promise<CertificateSource> {
  const names = ['localhost', '127.0.0.1', '::1'];
  const dates = { notBefore: now - 3_600_000, notAfter: now + 10 * 365 * 86_400_000 };
  return fixedCertificates(await selfSignedCertificate({ commonName: 'localhost', use: 'server', names, ...dates }));
}
