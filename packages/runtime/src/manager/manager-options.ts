/**
 * What a manager is made of. A way to the server is all that it needs.
 * Upstream: controller-runtime manager.Options.
 */
import type { ReconcileRecord } from '../controller/reconcile-record.ts';
import type { CacheOptions } from '@reeve/cache';
import type { Client, ClientOptions } from '@reeve/client';
import type { AnyKind, Host, Transport } from '@reeve/machinery';
import type { QueueMetricsProvider } from '@reeve/queue';
import type { ControllerMetrics } from '../controller/controller-metrics.ts';
import type { ControllerSettings } from '../controller/controller-options.ts';
import type { DefinitionInput, EnsureDefinitionsOptions } from '../definition/ensure-definitions.ts';
import type { ElectionTiming } from '../leader/election-options.ts';
import type { LeaderLock } from '../leader/leader-lock.ts';
import type { Logger } from '../log/logger.ts';
import type { OperationsOptions } from './operations.ts';
import type { Permission } from '../permission/permission.ts';
import type { ManagerWebhookOptions } from '../webhook/manager-webhooks.ts';

/** How the leader is found. */
export interface LeaderElectionOptions extends ElectionTiming {
  /** The name of the Lease. */
  readonly name: string;
  /** Where the Lease is; needed outside a cluster. */
  readonly namespace: string;
  /** Who this process is; its `instance` and a UUID unless given, such as `websites-7d4b9-x2k8p_5f0c…`. */
  readonly identity?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** False leaves the Lease to run out. True unless given: the next leader need not wait. */
  readonly releaseOnStop?: boolean;
  /**
   * How long a new leader waits for what its cache holds to be as new as what the server has, before its controllers start; 90 seconds unless given, longer than a silent watch is trusted.
   * 0 does not look.
   */
  readonly catchUpMs?: number;
  /** A lock of one's own instead of a Lease. */
  readonly lock?: LeaderLock;
}

/** How a manager is made. */
export interface ManagerOptions extends OperationsOptions {
  readonly transport: Transport;
  /** A client over the same transport; one of its own unless given. Metrics count the requests of the manager's own. */
  readonly client?: Client;
  /** The server's name in metrics; `Manager.of` knows it. */
  readonly server?: string;
  /** How to reach the server by other means than the transport; `Manager.of` knows it. */
  readonly access?: ClientOptions['access'];
  readonly host?: Host;
  readonly log?: Logger;
  /** What the cache holds and how, beside what controllers need. */
  readonly cache?: Omit<CacheOptions, 'host' | 'transport'>;
  /** Definitions to install before anything starts, such as the kinds of `defineResource`; an object says how. */
  readonly definitions?:
    | readonly DefinitionInput[]
    | (Omit<EnsureDefinitionsOptions, 'signal'> & { readonly of: readonly DefinitionInput[] });
  /** Kinds that reconcilers read from the server each time, because they are too many or too secret to hold. Their changes wake nobody unless they are owned or watched. */
  readonly readsLive?: readonly AnyKind[];
  /** False makes no spans of OpenTelemetry. Otherwise runs are spans where the program brings `@opentelemetry/api`, which needs an SDK to do anything. */
  readonly tracing?: boolean;
  /** Without it this process always leads. */
  readonly leaderElection?: LeaderElectionOptions;
  readonly gracePeriodMs?: number;
  /** How long a request may take; 30 seconds unless given. A write starts only if the lease outlasts it. */
  readonly requestTimeoutMs?: number;
  /**
   * Waits at the start until the server answers, for so long at most; 0 waits for ever. Meanwhile the log says what fails and when the next try is. Unless given the manager does not ask, and
   * caches try again by themselves.
   */
  readonly connectTimeoutMs?: number;
  /** What controllers do not say themselves. */
  readonly controllers?: ControllerSettings & {
    /** Concurrency by `Kind.group`, for controllers that do not say it. */
    readonly concurrencyByKind?: Readonly<Record<string, number>>;
    /** True allows two controllers of one name. */
    readonly skipNameValidation?: boolean;
  };
  /** True asks at the start whether this client may do what its controllers need, a list what it needs besides. Missing rules end the start. */
  readonly checkPermissions?: boolean | readonly Permission[];
  /**
   * What becomes of a request of a controller that its permissions do not cover. `fail` sends nothing and ends the manager with an `UndeclaredRequestError`, `warn` says it once in
   * the log, `allow` leaves it to the server. `allow` unless given; `TestCluster` fails, `reeve dev` warns.
   */
  readonly undeclaredRequests?: 'allow' | 'warn' | 'fail';
  /** What API servers ask of this process: served before the caches start, over TLS. Without it there is no server for them. */
  readonly webhooks?: ManagerWebhookOptions;
  readonly metrics?: ControllerMetrics;
  readonly queueMetrics?: QueueMetricsProvider;
  /** Hears of every run that has ended. */
  readonly onReconcile?: (record: ReconcileRecord) => void;
}

/** The options by name; the compiler sees to it that all are here. One that is misspelled, such as that for leader election, must not be passed over. */
export const knownManagerOptions: Readonly<Record<keyof ManagerOptions, true>> = {
  transport: true,
  client: true,
  server: true,
  access: true,
  host: true,
  log: true,
  cache: true,
  definitions: true,
  readsLive: true,
  tracing: true,
  leaderElection: true,
  gracePeriodMs: true,
  requestTimeoutMs: true,
  connectTimeoutMs: true,
  controllers: true,
  checkPermissions: true,
  undeclaredRequests: true,
  webhooks: true,
  metrics: true,
  queueMetrics: true,
  onReconcile: true,
  metricsServer: true,
  healthServer: true,
  debugServer: true,
  instance: true,
};
