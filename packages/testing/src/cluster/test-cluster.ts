/**
 * A cluster in one line: a server, the definitions that a test needs, and controllers that run in a manager. Waiting is by looking, never by sleeping, and ends at
 * once when the manager has failed.
 * Upstream: controller-runtime envtest.Environment and what suites build around it.
 */
import type { ApiServerOptions, FaultPlan, Snapshot } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import {
  deletionStarted,
  deriveAbort,
  InvalidInputError,
  isNotFound,
  nodeHost,
  refuseUnknownOptions,
  VirtualHost,
} from '@reeve/machinery';
import type { AnyKind, Host, KindObject, StandIns } from '@reeve/machinery';
import type { Manager, ManagerOptions } from '@reeve/runtime';
import { installDefinitions, removeDefinitions } from '../definition/install-definitions.ts';
import type { InstallOptions } from '../definition/install-definitions.ts';
import type { Defined } from '../definition/definition-input.ts';
import { eventually } from '../wait/eventually.ts';
import type { EventuallyOptions } from '../wait/eventually.ts';
import { withStandIns } from '../effect/host-with-stand-ins.ts';
import { StrayEffects } from '../effect/stray-effects.ts';
import type { StrayEffect } from '../effect/stray-effects.ts';
import type { WebhookDeclaration } from '@reeve/webhook';
import type { AnyController } from './any-controller.ts';
import { inDefaultNamespace } from './default-namespace.ts';
import { kindsOf } from './kinds-of.ts';
import { RunningManager } from './running-manager.ts';
import { RunningWebhooks } from './running-webhooks.ts';
import { RunningWorkloads } from './running-workloads.ts';
import type { NodeOptions, RunningWorkloadsOptions } from './running-workloads.ts';
import { unsettled } from './settled.ts';
import { faultsOf, OnlyEmbeddedError, openServer, snapshotOf } from './test-server.ts';
import type { TestGround, TestServer } from './test-server.ts';
import { turning } from './virtual-time.ts';

/** What a test cluster has. */
export interface TestClusterOptions {
  /** Resources whose definitions are installed: what `defineResource` gives. */
  readonly resources?: readonly Defined[];
  /** More definitions, in files or as objects, and how long to wait for them. */
  readonly definitions?: Omit<InstallOptions, 'resources' | 'signal' | 'prepare'>;
  /** True removes the definitions at the end, where the server outlives the test. */
  readonly cleansUp?: boolean;
  /** Controllers to run, in one manager. */
  readonly controllers?: readonly AnyController[];
  /** Webhooks besides those of the resources and of the kinds of the controllers, which the server calls by itself. */
  readonly webhooks?: readonly WebhookDeclaration[];
  /** How the manager is made. */
  readonly manager?: Omit<ManagerOptions, 'transport' | 'client' | 'host'>;
  /** Where: the embedded server in memory unless given. */
  readonly on?: TestGround;
  /** What runs on the embedded server besides: nothing (`envtest`, the default), or a cluster's garbage collector and namespaces (`cluster`, which `nodes` brings along). */
  readonly profile?: NonNullable<ApiServerOptions['profile']>;
  /** Virtual nodes, so many or these, with a scheduler and the controllers of Deployments, Jobs and so on: pods become ready. None unless given. */
  readonly nodes?: RunningWorkloadsOptions['nodes'];
  /** How virtual nodes behave: how long things take, and what containers do. */
  readonly workloads?: NodeOptions;
  /** Time and chance. With a `VirtualHost` the test runs in `cluster.run(…)`, where time turns by itself. */
  readonly host?: Host;
  /**
   * Hears, in virtual time, of what reconcilers do past their Host: `fetch`, timers and clocks of Node, once for each place. A warning of the process unless given.
   */
  readonly onStrayEffect?: (stray: StrayEffect) => void;
}

/** The compiler sees to it that all are here. */
const knownOptions: Readonly<Record<keyof TestClusterOptions, true>> = {
  resources: true,
  definitions: true,
  cleansUp: true,
  controllers: true,
  webhooks: true,
  manager: true,
  on: true,
  profile: true,
  nodes: true,
  workloads: true,
  host: true,
  onStrayEffect: true,
};

/** How long to wait; a signal alone is enough. */
export type WaitOptions = AbortSignal | Omit<EventuallyOptions, 'waitingFor'>;

/** A cluster for a test. */
export class TestCluster implements AsyncDisposable {
  readonly client: Client;
  readonly host: Host;
  /** Stand-ins for effects outside Kubernetes: `cluster.effects.standIn(effect, async (input) => …)`, or `cluster.effects.real(effect)`. */
  readonly effects: StandIns;
  readonly #strays: StrayEffects | undefined;
  readonly #options: TestClusterOptions;
  readonly #server: TestServer;
  readonly #workloads: RunningWorkloads | undefined;
  readonly #webhooks: RunningWebhooks | undefined;
  readonly #failed: AbortController;
  #manager: RunningManager;

  private constructor(options: TestClusterOptions, { host, server, workloads, webhooks, failed }: Parts) {
    const { transport, cluster } = server;
    this.#options = options;
    this.#workloads = workloads;
    this.#webhooks = webhooks;
    this.#failed = failed;
    this.#server = server;
    this.host = host;
    this.effects = host.effects;
    const strays = host instanceof VirtualHost ? new StrayEffects(options.onStrayEffect) : undefined;
    this.#strays = strays;
    if (strays !== undefined) this.effects.enter = (run) => strays.exempt(run);
    const access = cluster && { access: (signal?: AbortSignal) => cluster.access(signal) };
    this.client = new Client({ transport, host, layers: [inDefaultNamespace], ...access });
    this.#manager = this.#newManager();
  }

  /** Starts a cluster, which is ready when this resolves: definitions are served and controllers have their caches. */
  static async start(options: TestClusterOptions = {}): Promise<TestCluster> {
    refuseUnknownOptions('a test cluster', options, knownOptions);
    const cluster = new TestCluster(options, await partsOf(options));
    const { host } = cluster;
    try {
      await turning(host, () => cluster.#begin());
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
    return cluster;
  }

  /** The manager that runs the controllers; another one after `restore`. */
  get manager(): Manager {
    return this.#manager.manager;
  }

  /** A kubeconfig for kubectl and others, as text; empty for a server in memory. */
  get kubeconfig(): string {
    return this.#server.kubeconfig;
  }

  /** Things to go wrong, on the embedded server. */
  get faults(): FaultPlan {
    return faultsOf(this.#server);
  }

  /** Everything as it is, to come back to after a test; on the embedded server. */
  snapshot(): Snapshot {
    return snapshotOf(this.#server);
  }

  /** Puts everything back as it was. Controllers begin anew: what they remember of the time between never was. */
  async restore(snapshot: Snapshot): Promise<void> {
    const { embedded } = this.#server;
    if (embedded === undefined) throw new OnlyEmbeddedError('snapshots');
    await this.#manager.stop();
    await this.#workloads?.stop();
    embedded.restore(snapshot);
    this.#manager = this.#newManager();
    await this.#workloads?.start(this.#server.transport);
    await this.#startControllers();
  }

  /** Runs a test in the cluster's time: on a `VirtualHost` time turns whenever the test waits. */
  run<T>(test: () => Promise<T>): Promise<T> {
    return turning(this.host, test);
  }

  /** The object, as soon as it is there and nobody has begun to delete it. */
  appears<K extends AnyKind>(kind: K, key: string, wait?: WaitOptions): Promise<KindObject<K>> {
    const ask = async (signal: AbortSignal): Promise<KindObject<K>> => {
      const object = await this.client.get(kind, key, { signal });
      if (deletionStarted(object)) throw new Error(`${kind.kind} ${key} is being deleted`);
      return object;
    };
    return this.#wait(ask, wait, `${kind.kind} ${key} to appear`);
  }

  /** Resolves when the object is gone. */
  async disappears(kind: AnyKind, key: string, wait?: WaitOptions): Promise<void> {
    const ask = async (signal: AbortSignal): Promise<boolean> => {
      try {
        await this.client.get(kind, key, { signal });
      } catch (error) {
        if (isNotFound(error)) return true;
        throw error;
      }
      throw new Error('it is still there');
    };
    await this.#wait(ask, wait, `${kind.kind} ${key} to disappear`);
  }

  /** The first answer that is neither undefined nor false; what throws is asked again. */
  eventually<T>(
    ask: (signal: AbortSignal) => T | Promise<T>,
    wait?: WaitOptions,
  ): Promise<Exclude<T, undefined | false>> {
    return this.#wait(ask, wait, 'what the test wants');
  }

  /** Resolves when the controllers have nothing left to do, and the cache has all that the server has. */
  async settles(wait?: WaitOptions): Promise<void> {
    const kinds = kindsOf(this.#options.controllers ?? []);
    const look = async (signal: AbortSignal): Promise<void> => {
      const { client } = this;
      const left = this.#workloads?.busy ?? (await unsettled(this.#manager, { client, kinds, signal }));
      if (left !== undefined) throw new Error(left);
    };
    const ask = async (signal: AbortSignal): Promise<true> => {
      await look(signal);
      await this.host.yield(); // what was on its way to a queue has arrived
      await look(signal);
      return true;
    };
    await this.#wait(ask, wait, 'the controllers to settle');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await turning(this.host, () => this.#end());
  }

  async #begin(): Promise<void> {
    const { definitions, resources } = this.#options;
    await installDefinitions(this, {
      ...definitions,
      resources,
      prepare: (definition) => this.#webhooks?.definition(definition) ?? definition,
    });
    await this.#webhooks?.install(this.client);
    await this.#workloads?.start(this.#server.transport);
    await this.#startControllers();
  }

  #newManager(): RunningManager {
    const { manager } = this.#options;
    return new RunningManager({ ...manager, transport: this.#server.transport, host: this.host }, (error) =>
      this.#failed.abort(error),
    );
  }

  /** The controller, with its functions watched for what they do past the Host of a virtual world. */
  #watched(controller: AnyController): AnyController {
    const strays = this.#strays;
    if (strays === undefined) return controller;
    const name = controller.name ?? controller.for.kind.toLowerCase();
    const { gone } = controller;
    return {
      ...controller,
      reconcile: (object, context) => strays.watch(name, () => controller.reconcile(object, context)),
      ...(gone && { gone: (key, context) => strays.watch(name, () => gone(key, context)) }),
    };
  }

  async #startControllers(): Promise<void> {
    const { controllers = [], manager } = this.#options;
    if (controllers.length === 0) return;
    this.#manager.start(controllers.map((controller) => this.#watched(controller)));
    if (manager?.leaderElection === undefined) await this.settles();
  }

  async #end(): Promise<void> {
    const { cleansUp = false, definitions, resources } = this.#options;
    try {
      await this.#manager.stop();
      await this.#workloads?.stop();
      await this.#webhooks?.stop(cleansUp ? this.client : undefined);
      if (cleansUp) await removeDefinitions(this, { ...definitions, resources });
    } finally {
      this.#strays?.[Symbol.dispose]();
      await this.#server.close();
    }
  }

  /** Waits, and no longer than the manager lives. */
  async #wait<T>(
    ask: (signal: AbortSignal) => T | Promise<T>,
    wait: WaitOptions | undefined,
    waitingFor: string,
  ): Promise<Exclude<T, undefined | false>> {
    const options = wait instanceof AbortSignal ? { signal: wait } : (wait ?? {});
    using either = deriveAbort(options.signal);
    const onFailure = (): void => either.abort(this.#failed.signal.reason);
    this.#failed.signal.addEventListener('abort', onFailure);
    try {
      this.#failed.signal.throwIfAborted();
      return await eventually(this.host, ask, { ...options, signal: either.signal, waitingFor });
    } catch (error) {
      this.#failed.signal.throwIfAborted();
      throw error;
    } finally {
      this.#failed.signal.removeEventListener('abort', onFailure);
    }
  }
}

/** What a cluster is put together from. */
interface Parts {
  readonly host: Host & { readonly effects: StandIns };
  readonly server: TestServer;
  readonly workloads: RunningWorkloads | undefined;
  readonly webhooks: RunningWebhooks | undefined;
  /** Aborts with the error when something that runs for the test has failed. */
  readonly failed: AbortController;
}

/** Loads and opens everything; nothing runs yet. */
async function partsOf(options: TestClusterOptions): Promise<Parts> {
  const { on = 'memory', nodes, profile = nodes === undefined ? undefined : 'cluster' } = options;
  if (nodes !== undefined && typeof on === 'object' && !('assets' in on))
    throw new InvalidInputError('nodes', 'nodes are for clusters that the test starts: this one has its own');
  const host = withStandIns(options.host ?? nodeHost());
  const failed = new AbortController();
  const onFailure = (error: unknown): void => failed.abort(error);
  const workloads =
    nodes === undefined ? undefined : await RunningWorkloads.load({ ...options.workloads, host, nodes, onFailure });
  const { resources = [], controllers = [], webhooks: declared = [] } = options;
  const webhooks = RunningWebhooks.among([...resources, ...kindsOf(controllers), ...declared], host);
  if (on !== 'memory') await webhooks?.listen(onFailure);
  try {
    const server = await openServer(on, {
      ...(options.host && { host }),
      ...(webhooks && on === 'memory' && { outbound: webhooks.outbound() }),
      ...(profile && { profile }),
      ...(workloads && { podRuntime: workloads.podRuntime }),
    });
    return { host, server, workloads, webhooks, failed };
  } catch (error) {
    await webhooks?.stop();
    throw error;
  }
}
