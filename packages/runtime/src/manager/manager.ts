/**
 * Runs controllers and whatever else belongs to an operator: one client, one cache, one informer per kind, started and stopped in order. It never ends the process.
 * Upstream: controller-runtime manager.Manager; rancher/lasso's factories, which are how it behaves.
 */
import { Cache, InformerNames } from '@reeve/cache';
import { Client, withObserver } from '@reeve/client';
import type { Cluster } from '@reeve/client';
import { InvalidInputError, nodeHost } from '@reeve/machinery';
import type { AnyKind, Host, Transport } from '@reeve/machinery';
import { Controller } from '../controller/controller.ts';
import { indexesOf, kindsOf } from '../controller/define-controller.ts';
import type { ControllerDefinition } from '../controller/define-controller.ts';
import { controllerFrom } from '../controller/controller-from.ts';
import { ensureDefinitions } from '../definition/ensure-definitions.ts';
import type { EventRecorder } from '../events/event-input.ts';
import type { HealthChecks } from '../health/health-checks.ts';
import { electionTrouble, electionVerbs } from '../leader/election-trouble.ts';
import { LeaderElector } from '../leader/leader-elector.ts';
import { Lease } from '../leader/lease.ts';
import { LeaseLock } from '../leader/lease-lock.ts';
import { silentLogger } from '../log/logger.ts';
import type { Logger } from '../log/logger.ts';
import { Metrics } from '../metrics/metrics.ts';
import { checkPermissions } from '../permission/check-permissions.ts';
import type { PermissionNeed } from '../permission/check-permissions.ts';
import { controllerNeeds } from '../permission/controller-needs.ts';
import { KindPresence } from '../presence/kind-presence.ts';
import { PresentController } from '../presence/present-controller.ts';
import { RecentRuns } from '../reconcile/recent-runs.ts';
import { ObjectReader } from '../view/object-reader.ts';
import { openTelemetry } from '../trace/run-tracer.ts';
import type { RunTracer } from '../trace/run-tracer.ts';
import { leaseFence, openFence } from '../write/fence.ts';
import type { Fence } from '../write/fence.ts';
import { fencedClient } from '../write/fenced-client.ts';
import { collect, withSynced } from './batch.ts';
import type { Addition, Batch, Prepared } from './batch.ts';
import { Lifecycle } from './lifecycle.ts';
import type { Election } from './lifecycle.ts';
import type { LeaderElectionOptions, ManagerOptions } from './manager-options.ts';
import { Operations } from './operations.ts';
import type { OperationsServers } from './operations.ts';
import { removable } from './removable.ts';
import type { Runnable } from './runnable.ts';

/** A manager. */
export class Manager {
  readonly client: Client;
  readonly cache: Cache;
  readonly host: Host;
  readonly log: Logger;
  /** Which kinds the server has. */
  readonly presence: KindPresence;
  /** What ran lately, and why. */
  readonly recentRuns = new RecentRuns();
  readonly #options: ManagerOptions;
  readonly #transport: Transport;
  readonly #lifecycle: Lifecycle;
  readonly #controllers = new Map<string, Controller>();
  readonly #removals = new Map<string, () => Promise<void>>();
  readonly #elector: LeaderElector | undefined;
  readonly #operations: Operations;
  #tracer: RunTracer | undefined;
  readonly #needs: PermissionNeed[] = [];

  constructor(options: ManagerOptions) {
    if (typeof options?.transport?.request !== 'function') {
      throw new InvalidInputError(
        'transport',
        'a manager needs a way to the server: new Manager({ transport }), or Manager.of(cluster)',
      );
    }
    const { host = nodeHost(), log = silentLogger, leaderElection, access } = options;
    this.#options = options;
    this.host = host;
    this.log = log;
    const metrics = options.metricsServer && (options.metricsServer.metrics ?? new Metrics());
    const transport = (this.#transport = observed(options, host, metrics));
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
      ...options.cache,
      host,
      transport,
    });
    this.#elector = leaderElection && this.#electorFor(leaderElection);
    const election = this.#elector && this.#electionBy(this.#elector);
    this.#lifecycle = new Lifecycle({
      host,
      ...(options.gracePeriodMs !== undefined && { gracePeriodMs: options.gracePeriodMs }),
      ...(election && { election }),
      onFirstError: (error) => log.error('something failed: the manager ends', { error }),
      onLateError: (error) => log.error('something failed while the manager was ending', { error }),
    });
    this.#lifecycle.add({
      name: 'cache',
      group: 'caches',
      run: (signal) => this.cache.start(signal),
      ready: (signal) => this.#cacheReady(signal),
    });
    const { cache, recentRuns, controllers } = this;
    this.#operations.serve({ cache, recentRuns, controllers, elector: this.#elector });
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
    return this.#controllers;
  }

  /** Adds a controller or another runnable, before or after the start. */
  add<K extends AnyKind>(added: Addition<K>): this {
    this.#prepare(added).commit();
    return this;
  }

  /** Adds several at once: all of them in order, or none where one of them cannot be. While the manager runs, the kinds that they look at are synced first. */
  async batch(
    register: (batch: Batch) => void | Promise<void>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    const prepared = (await collect(register)).map((one) => this.#prepare(one));
    const names = prepared.flatMap(({ name = [] }) => name);
    for (const [index, name] of names.entries()) if (names.indexOf(name) !== index) this.#requireFree(name, true);
    const kinds = prepared.flatMap((one) => one.kinds);
    await withSynced(this.cache, kinds, signal, () => prepared.forEach((one) => one.commit()));
  }

  /**
   * Ends a controller and forgets it, while the manager and its cache go on: another may be added under its name. Resolves when its runs have ended; false when there is none of
   * that name.
   */
  async remove(name: string): Promise<boolean> {
    const remove = this.#removals.get(name);
    if (remove === undefined) return false;
    await remove();
    this.#removals.delete(name);
    this.#controllers.delete(name);
    return true;
  }

  /** Runs until the signal aborts or something fails, and ends when all has ended. */
  async run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    await this.#installDefinitions(signal);
    await this.#checkPermissions(signal);
    if (this.#options.tracing !== false) this.#tracer = openTelemetry(this.host.clock);
    await this.#lifecycle.run(signal);
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
    await checkPermissions(this.client, [...this.#needs, ...declared, ...(lease ? [lease] : [])], signal);
  }

  #prepare(added: Addition): Prepared {
    if ('reconcile' in added) return this.#prepareDefinition(added);
    if (added instanceof Controller) return this.#prepareController(added);
    return { kinds: [], commit: () => this.#lifecycle.add(added) };
  }

  #prepareDefinition(definition: ControllerDefinition): Prepared {
    const isRequired = (definition.presence ?? 'required') === 'required';
    const controller = this.#controllerFor(definition);
    const { name, commit } = this.#prepareController(
      controller,
      isRequired ? undefined : this.#whenThere(definition, controller),
      indexesOf(definition).map(({ kind, field, valuesOf }) => this.cache.indexField(kind, field, valuesOf)),
    );
    const register = (): void => {
      commit();
      this.#needs.push(...controllerNeeds(definition));
    };
    return { name: name ?? controller.name, kinds: isRequired ? kindsOf(definition) : [], commit: register };
  }

  /** Runs the controller of a definition when its kinds are there; each time it is a new one. */
  #whenThere(definition: ControllerDefinition, first: Controller): Runnable {
    const next = (): Controller => {
      const controller = this.#controllerFor(definition);
      this.#controllers.set(controller.name, controller);
      return controller;
    };
    const { presence } = this;
    const endsWithKind = definition.presence === 'whenPresent';
    return new PresentController({ first, next, kinds: kindsOf(definition), presence, endsWithKind, log: this.log });
  }

  /** `held` is given up when the controller is removed. */
  #prepareController(controller: Controller, runnable?: Runnable, held: readonly Disposable[] = []): Prepared {
    const { name } = controller;
    this.#requireFree(name, this.#controllers.has(name));
    const added = removable(runnable ?? (controller.settings.warmup ? controller : withoutWarmup(controller)));
    const commit = (): void => {
      this.#controllers.set(name, controller);
      this.#removals.set(name, async () => {
        await added.remove();
        for (const one of held) one[Symbol.dispose]();
      });
      this.#lifecycle.add(added.runnable);
    };
    return { name, kinds: [], commit };
  }

  #requireFree(name: string, isTaken: boolean): void {
    if (!isTaken || this.#options.controllers?.skipNameValidation === true) return;
    throw new InvalidInputError(
      name,
      `there are two controllers called ${name}: metrics and logs could not tell them apart; give one of them another name`,
    );
  }

  #controllerFor(definition: ControllerDefinition): Controller {
    const { controllers = {}, onReconcile, readsLive } = this.#options;
    const { metrics: served } = this.#operations;
    const metrics = this.#options.metrics ?? served?.controllers;
    const queueMetrics = this.#options.queueMetrics ?? served?.queues;
    const fence = this.#fence(definition);
    return controllerFrom(definition, {
      client: fencedClient(this.client, fence),
      cache: this.cache,
      reader: new ObjectReader({ cache: this.cache, client: this.client, ...(readsLive && { live: readsLive }) }),
      host: this.host,
      log: this.log,
      settings: controllers,
      fence,
      tracer: () => this.#tracer,
      events: (name) => (definition.events === 'core' ? this.coreEventRecorder(name) : this.eventRecorder(name)),
      ...(metrics && { metrics }),
      ...(queueMetrics && { queueMetrics }),
      onReconcile: (record) => {
        this.recentRuns.add(record);
        served?.noteRun(record);
        onReconcile?.(record);
      },
    });
  }

  #fence({
    needsLeaderElection = this.#options.controllers?.needsLeaderElection ?? true,
  }: ControllerDefinition): Fence {
    const elector = this.#elector;
    if (elector === undefined || !needsLeaderElection) return openFence;
    return leaseFence(this.host.clock, () => elector.leadsUntil, this.#leasedRequestMs());
  }

  /** A write under a lease may take half of what is between two renewals and the end of the lease. */
  #leasedRequestMs(): number {
    const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000 } = this.#options.leaderElection ?? {};
    return Math.min(this.#options.requestTimeoutMs ?? 30_000, leaseDurationMs - renewDeadlineMs);
  }

  async #cacheReady(signal: AbortSignal): Promise<void> {
    const result = await this.cache.waitForCacheSync({ signal });
    signal.throwIfAborted();
    result.throwIfNotSynced();
  }

  #electorFor(options: LeaderElectionOptions): LeaderElector {
    const { name, namespace, labels, identity = this.host.uuid(), releaseOnStop = true, lock, ...timing } = options;
    const { renewDeadlineMs = 10_000 } = timing;
    if (lock === undefined && !namespace)
      throw new InvalidInputError(
        'namespace',
        'leader election: say in which namespace the Lease is: leaderElection: { name, namespace }',
      );
    const client = new Client({
      transport: this.#transport,
      host: this.host,
      timeoutMs: Math.max(1000, renewDeadlineMs / 2),
    });
    const events = (lease: Lease, message: string): void =>
      this.coreEventRecorder('leader-elector').event(lease, { reason: 'LeaderElection', message });
    return new LeaderElector({
      ...timing,
      host: this.host,
      releaseOnCancel: releaseOnStop,
      lock: lock ?? new LeaseLock({ client, namespace, name, identity, events, ...(labels && { labels }) }),
      callbacks: {
        onStartedLeading: (signal) => this.#onLeading(signal),
        onNewLeader: (leader) => this.log.info('the leader is', { leader }),
        onTryFailed: electionTrouble(this.log, `${namespace}/${name}`, namespace),
      },
    });
  }

  #onLeading: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();

  #electionBy(elector: LeaderElector): Election {
    return {
      description: elector.name,
      run: async (leading, signal) => {
        this.#onLeading = async (lost) => {
          await leading();
          if (!lost.aborted) await new Promise((resolve) => lost.addEventListener('abort', resolve, { once: true }));
        };
        await elector.run(signal);
      },
    };
  }
}

/** The way to the server, with its requests counted where metrics are served. */
function observed({ transport, metricsServer, server = '' }: ManagerOptions, host: Host, metrics?: Metrics): Transport {
  if (metrics === undefined || metricsServer?.requests === false) return transport;
  return withObserver({ observer: metrics.requests, clock: host.clock, host: server })(transport);
}

const withoutWarmup = (controller: Controller): Runnable => ({
  name: controller.name,
  group: controller.group,
  run: (signal) => controller.run(signal),
});
