/**
 * Runs controllers and whatever else belongs to an operator: one client, one cache, one informer per kind, started and stopped in order. It never ends the process.
 * Upstream: controller-runtime manager.Manager; rancher/lasso's factories, which are how it behaves.
 */
import { Cache, effectiveScopes, InformerNames } from '@reeve/cache';
import { Client, withObserver } from '@reeve/client';
import type { Cluster } from '@reeve/client';
import { InvalidInputError, nodeHost, refuseUnknownOptions, sameKind } from '@reeve/machinery';
import type { AnyKind, Host, Transport } from '@reeve/machinery';
import type { WebhookServer } from '@reeve/webhook';
import type { Controller } from '../controller/controller.ts';
import { recordOf } from '../controller/queued-run.ts';
import { controllerName } from '../controller/define-controller.ts';
import type { ControllerDefinition } from '../controller/define-controller.ts';
import { controllerFrom } from '../controller/controller-from.ts';
import { defaultsOfNewer } from '../definition/defaults-of-newer.ts';
import { ensureDefinitions } from '../definition/ensure-definitions.ts';
import type { EventRecorder } from '../events/event-input.ts';
import type { HealthChecks } from '../health/health-checks.ts';
import { catchUp } from '../leader/catch-up.ts';
import type { CaughtUp } from '../leader/catch-up.ts';
import { electionVerbs } from '../leader/election-trouble.ts';
import { Lease } from '../leader/lease.ts';
import { silentLogger } from '../log/logger.ts';
import type { Logger } from '../log/logger.ts';
import { Metrics } from '../metrics/metrics.ts';
import { checkPermissions } from '../permission/check-permissions.ts';
import { DeclaredRequests } from '../controller/declared-requests.ts';
import { KindPresence } from '../presence/kind-presence.ts';
import { RecentRuns } from '../history/recent-runs.ts';
import { failureFields } from '../failure/thrown.ts';
import { ObjectReader } from '../view/object-reader.ts';
import { openTelemetry } from '../trace/run-tracer.ts';
import type { RunTracer } from '../trace/run-tracer.ts';
import { fencedClient } from '../write/fenced-client.ts';
import { collect, withSynced } from './batch.ts';
import type { Addition, Batch } from './batch.ts';
import { cacheProblemLog } from './cache-problem-log.ts';
import { Leadership } from './leadership.ts';
import { Lifecycle } from './lifecycle.ts';
import { knownManagerOptions, type ManagerOptions } from './manager-options.ts';
import { Operations } from './operations.ts';
import type { OperationsServers } from './operations.ts';
import { Registrations } from './registrations.ts';
import { serveWebhooks } from '../webhook/manager-webhooks.ts';
import { contactServer } from './server-contact.ts';
import { strayRejections } from './stray-rejections.ts';

/** A manager. */
export class Manager {
  readonly client: Client;
  readonly cache: Cache;
  readonly host: Host;
  readonly log: Logger;
  /** What API servers call; undefined where nothing is served to them. */
  readonly webhookServer: WebhookServer | undefined;
  /** Which kinds the server has. */
  readonly presence: KindPresence;
  /** What ran lately, and why. */
  readonly recentRuns = new RecentRuns();
  readonly #options: ManagerOptions;
  readonly #lifecycle: Lifecycle;
  readonly #registrations: Registrations;
  readonly #leadership: Leadership;
  readonly #operations: Operations;
  #tracer: RunTracer | undefined;

  constructor(options: ManagerOptions) {
    if (typeof options?.transport?.request !== 'function') {
      throw new InvalidInputError(
        'transport',
        'a manager needs a way to the server: new Manager({ transport }), or Manager.of(cluster)',
      );
    }
    refuseUnknownOptions('a manager', options, knownManagerOptions);
    const { host = nodeHost(), log = silentLogger, access } = options;
    this.#options = options;
    this.host = host;
    this.log = log;
    const metrics = options.metricsServer && (options.metricsServer.metrics ?? new Metrics());
    const transport = observed(options, host, metrics);
    const timeoutMs = options.requestTimeoutMs ?? 30_000;
    this.client = options.client ?? new Client({ transport, host, timeoutMs, ...(access && { access }) });
    this.presence = new KindPresence({ client: this.client, host, log });
    this.#operations = new Operations(options, {
      host,
      log,
      client: this.client,
      metrics,
      add: (one) => this.#lifecycle.add(one),
    });
    this.cache = new Cache({
      ...(metrics && { name: new InformerNames().reserve('manager'), metrics: metrics.informers }),
      onProblem: cacheProblemLog(log),
      defaultsOf: defaultsOfNewer,
      ...options.cache,
      host,
      transport,
    });
    this.#leadership = new Leadership(options, {
      host,
      log,
      transport,
      instance: this.#operations.instance,
      events: () => this.coreEventRecorder('leader-elector'),
      catchUp: (withinMs, signal) => this.#catchUp(withinMs, signal),
    });
    const { election, elector } = this.#leadership;
    this.#lifecycle = new Lifecycle({
      host,
      ...(options.gracePeriodMs !== undefined && { gracePeriodMs: options.gracePeriodMs }),
      ...(election && { election }),
      onFirstError: (error) => log.error('something failed: the manager ends', failureFields(error)),
      onLateError: (error) => log.error('something failed while the manager was ending', failureFields(error)),
    });
    this.#lifecycle.add({
      name: 'start',
      group: 'servers', // beside the probes, which answer while this waits
      run: () => Promise.resolve(),
      ready: (signal) => this.#prepare(signal),
    });
    this.webhookServer = serveWebhooks(options.webhooks, {
      client: this.client,
      host,
      log,
      metrics,
      add: (one) => this.#lifecycle.add(one),
    });
    this.#lifecycle.add({
      name: 'cache',
      group: 'caches',
      run: (signal) => this.cache.start(signal),
      ready: (signal) => this.#cacheReady(signal),
    });
    this.#registrations = new Registrations({
      cache: this.cache,
      presence: this.presence,
      log,
      allowsSameNames: options.controllers?.skipNameValidation ?? false,
      controllerFor: (definition, isReloaded) => this.#controllerFor(definition, isReloaded),
      start: (runnable) => this.#lifecycle.add(runnable),
    });
    const { cache, recentRuns, controllers } = this;
    this.#operations.serve({ cache, recentRuns, controllers, elector, webhookServer: this.webhookServer });
  }

  /** A manager over a connection, which stays the caller's to close. */
  static of(cluster: Cluster, options: Omit<ManagerOptions, 'transport'> = {}): Manager {
    const { transport, server } = cluster;
    const access = (signal?: AbortSignal) => cluster.access(signal);
    return new Manager({ server: server.replace(/^[a-z]+:\/\//u, ''), access, ...options, transport });
  }

  /** Resolves when this process leads, or at once where there is no election. */
  get elected(): Promise<void> {
    return this.#lifecycle.elected;
  }

  /** The metrics that are served; undefined without a metrics server. */
  get metrics(): Metrics | undefined {
    return this.#operations.metrics;
  }

  /** The servers for metrics and probes, and the ports at which they listen. */
  get servers(): OperationsServers {
    return this.#operations.servers;
  }

  /** What `/healthz` asks: whether this process should be ended. */
  get liveness(): HealthChecks {
    return this.#operations.liveness;
  }

  /** What `/readyz` asks: whether this process knows the world. */
  get readiness(): HealthChecks {
    return this.#operations.readiness;
  }

  /** Tells people what happened to objects, as events of events.k8s.io; ends with the manager. */
  eventRecorder(name: string): EventRecorder {
    return this.#operations.recorder(name);
  }

  /** The same as events of the core group. */
  coreEventRecorder(name: string): EventRecorder {
    return this.#operations.coreRecorder(name);
  }

  /** The controllers by name. */
  get controllers(): ReadonlyMap<string, Controller> {
    return this.#registrations.controllers;
  }

  /** Adds a controller or another runnable, before or after the start. */
  add<K extends AnyKind>(added: Addition<K>): this {
    this.#registrations.prepare(added).commit();
    return this;
  }

  /** Adds several at once: all of them in order, or none where one of them cannot be. While the manager runs, the kinds that they look at are synced first. */
  async batch(
    register: (batch: Batch) => void | Promise<void>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    const prepared = this.#registrations.prepareAll(await collect(register));
    const kinds = prepared.flatMap((one) => one.kinds);
    await withSynced(this.cache, kinds, signal, () => prepared.forEach((one) => one.commit()));
  }

  /**
   * Ends a controller and forgets it, while the manager and its cache go on: another may be added under its name. Resolves when its runs have ended; false when there is none of
   * that name.
   */
  async remove(name: string): Promise<boolean> {
    return await this.#registrations.remove(name);
  }

  /** Runs until the signal aborts or something fails, and ends when all has ended. */
  async run(options: { readonly signal: AbortSignal }): Promise<void> {
    const { signal } = checkedRun(options);
    using _ = strayRejections({
      log: this.log,
      underWay: () => this.#underWay(),
      onRejection:
        this.#options.controllers?.survivesBugs === false ? (error) => this.#lifecycle.fail(error) : undefined,
    });
    if (this.#options.tracing !== false) this.#tracer = openTelemetry(this.host.clock);
    await this.#lifecycle.run(signal);
  }

  #underWay(): readonly string[] {
    const controllers = [...this.controllers.values()];
    return controllers.flatMap(({ name, underWay }) =>
      underWay.map(({ key, cluster }) => [name, cluster, key].filter(Boolean).join(' ')),
    );
  }

  /** What has to be true before anything looks at the cluster. */
  async #prepare(signal: AbortSignal): Promise<void> {
    const { connectTimeoutMs: timeoutMs, server = '' } = this.#options;
    const { client, host, log } = this;
    if (timeoutMs !== undefined) await contactServer({ client, host, log, server, timeoutMs }, signal);
    await this.#installDefinitions(signal);
    await this.#checkPermissions(signal);
  }

  async #installDefinitions(signal: AbortSignal): Promise<void> {
    const { definitions = [] } = this.#options;
    const { of, ...how } = 'of' in definitions ? definitions : { of: definitions };
    await ensureDefinitions(this, of, { ...how, signal });
  }

  async #checkPermissions(signal: AbortSignal): Promise<void> {
    const { checkPermissions: asked = false } = this.#options;
    if (asked === false) return;
    const declared = asked === true ? [] : asked;
    const { leaderElection } = this.#options;
    const lease = leaderElection && { kind: Lease, verbs: electionVerbs, namespace: leaderElection.namespace };
    await checkPermissions(this.client, [...this.#registrations.needs, ...declared, ...(lease ? [lease] : [])], signal);
  }

  #controllerFor(definition: ControllerDefinition, isReloaded: boolean): Controller {
    const { controllers = {}, onReconcile, readsLive } = this.#options;
    const { metrics: served } = this.#operations;
    const metrics = this.#options.metrics ?? served?.controllers;
    const queueMetrics = this.#options.queueMetrics ?? served?.queues;
    const countRun = served?.runsOf(controllerName(definition));
    const { needsLeaderElection = controllers.needsLeaderElection ?? true } = definition;
    const fence = this.#leadership.fence(needsLeaderElection);
    const declared = this.#declaredRequests(definition);
    const client = declared?.client(this.client) ?? this.client;
    return controllerFrom(definition, {
      client: fencedClient(client, fence),
      cache: this.cache,
      reader: new ObjectReader({
        cache: this.cache,
        client,
        ...(readsLive && { live: readsLive }),
        ...(declared && { onCached: (kind) => declared.cached(kind) }),
      }),
      host: this.host,
      log: this.log,
      settings: controllers,
      isReloaded,
      fence,
      tracer: () => this.#tracer,
      events: (name) => (definition.events === 'core' ? this.coreEventRecorder(name) : this.eventRecorder(name)),
      ...(metrics && { metrics }),
      ...(queueMetrics && { queueMetrics }),
      onReconcile: (record, place) => {
        this.recentRuns.add(record, place);
        countRun?.(record);
        onReconcile?.(recordOf(record));
      },
    });
  }

  /** Compares what a controller requests with its permissions, where somebody is to be told. */
  #declaredRequests(definition: ControllerDefinition): DeclaredRequests | undefined {
    const { undeclaredRequests: then = 'allow' } = this.#options;
    if (then === 'allow') return undefined;
    const told = new Set<string>();
    return new DeclaredRequests({
      definition,
      cachedNamespaces: (kind) => this.#scopesOf(kind).map(({ namespace }) => namespace),
      onUndeclared: (error) => {
        if (then === 'fail') {
          this.#lifecycle.fail(error);
          throw error;
        }
        if (told.has(error.message)) return;
        told.add(error.message);
        this.log.warn(error.message, { code: error.code });
      },
    });
  }

  #scopesOf(kind: AnyKind): ReturnType<typeof effectiveScopes> {
    const settings = this.#options.cache ?? {};
    const own = settings.kinds?.find((one) => sameKind(one.kind, kind));
    return effectiveScopes(kind, own, settings);
  }

  async #cacheReady(signal: AbortSignal): Promise<void> {
    const result = await this.cache.waitForCacheSync({ signal });
    signal.throwIfAborted();
    result.throwIfNotSynced();
  }

  async #catchUp(timeoutMs: number, signal: AbortSignal): Promise<CaughtUp> {
    const { cache, client, host } = this;
    const scopesOf = (kind: AnyKind): ReturnType<typeof effectiveScopes> => this.#scopesOf(kind);
    const caughtUp = await catchUp(this.#registrations.ledKinds, { cache, client, host, scopesOf, timeoutMs }, signal);
    this.metrics?.noteCatchUp(caughtUp);
    return caughtUp;
  }
}

/** A signal in place of an object with one is an easy slip. */
function checkedRun(options: { readonly signal: AbortSignal } | undefined): { readonly signal: AbortSignal } {
  if (typeof options?.signal?.addEventListener === 'function') return options;
  throw new InvalidInputError(
    'signal',
    'a manager runs until a signal aborts: write manager.run({ signal }), or manager.run(untilSignalled())',
  );
}

/** The way to the server, with its requests counted where metrics are served. */
function observed({ transport, metricsServer, server = '' }: ManagerOptions, host: Host, metrics?: Metrics): Transport {
  if (metrics === undefined || metricsServer?.requests === false) return transport;
  return withObserver({ observer: metrics.requests, clock: host.clock, host: server })(transport);
}
