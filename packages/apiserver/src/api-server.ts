/**
 * An API server to start and stop: in memory, on a port, or both. Data lives as long as the server, unless a snapshot outlives it.
 */
import { nodeHost, type Host, type PodRuntime, type Transport } from '@reeve/machinery';
import type { HistoryWindow, Snapshot, UserInfo } from '@reeve/registry';
import { tellClientAuthority, type PluginChoice } from '@reeve/builtins';
import type { Cluster } from './cluster/cluster.ts';
import type { AuthorizationOptions } from './authorization/authorizer-of.ts';
import { AuditPolicy } from './audit/audit-policy.ts';
import { Auditor, type AuditEvent, type AuditOptions } from './engine/auditor.ts';
import type { FrontProxyOptions } from './auth/front-proxy.ts';
import type { TokenWebhookOptions } from './auth/webhook-tokens.ts';
import { assembleEngine, type ServiceAccountOptions } from './assembly/assemble-engine.ts';
import { loadEverything } from './assembly/load-everything.ts';
import { RequestPipeline, type Assembly, type RequestRecord } from './engine/request-pipeline.ts';
import { TickBatcher } from './engine/tick-batcher.ts';
import type { FaultPlan } from './fault/fault-plan.ts';
import { hostNameOf, isOwnHost } from './request/host-names.ts';
import { inMemoryTransport } from './http/in-memory-transport.ts';
import { kubeconfigFor } from './http/kubeconfig.ts';
import type { ServingCertificates } from './http/certificates.ts';
import type { Listener } from './http/listener.ts';
import { servingNames } from './http/serving-names.ts';
import type { Journal } from './journal/journal.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { ServiceMap } from './outbound/service-addresses.ts';

/**
 * What stands behind the API. `envtest`: nothing, so that a test decides what happens. `cluster`: what keeps a cluster's API true, which is the garbage
 * collector, the end of namespaces, their service accounts and the server's authority in each.
 */
export type Profile = 'envtest' | 'cluster';

export interface ApiServerOptions {
  /** The port to listen on, 0 for any; without it the server is reached in memory only. */
  readonly port?: number;
  readonly address?: string;
  /** Names by which clients without credentials reach the server, besides loopback, addresses, the cluster's names and those in its certificate. */
  readonly hostNames?: readonly string[];
  /** Plain HTTP instead of TLS, for loopback. */
  readonly isPlain?: boolean;
  /** Certificates to serve with; made anew when absent. */
  readonly certificates?: ServingCertificates;
  /** The authority whose client certificates are believed; that of `certificates` by default. */
  readonly clientCa?: string;
  readonly tokens?: ReadonlyMap<string, UserInfo>;
  /** Who may do what; everybody may do everything by default. */
  readonly authorization?: AuthorizationOptions;
  /** A service that knows whose tokens are which this server does not know. */
  readonly tokenWebhook?: TokenWebhookOptions;
  /** A proxy in front of the server that says in headers who sends a request. It needs TLS. */
  readonly frontProxy?: FrontProxyOptions;
  /** Who signs the tokens of service accounts: a key of its own by default, made when it is first needed. */
  readonly serviceAccounts?: ServiceAccountOptions;
  readonly allowsAnonymous?: boolean;
  readonly host?: Host;
  /** What stands behind the API; `envtest`, which is nothing, by default. */
  readonly profile?: Profile;
  /** Admission plugins besides those that are on by default, and without which of them, by upstream's names. */
  readonly admissionPlugins?: PluginChoice;
  /** Who answers for pods that are bound to a node: their logs, and commands in them. */
  readonly podRuntime?: PodRuntime;
  /** Carries the server's calls to webhooks and other services, over sockets unless given: a virtual world has no network. */
  readonly outbound?: Outbound;
  /** Services that are elsewhere than their EndpointSlices say, as `namespace/name` or `namespace/name:port` to `host:port`. */
  readonly services?: ServiceMap;
  /** How much history watches and old reads can count on. */
  readonly history?: Partial<HistoryWindow>;
  /** Where data outlives the server; a new one is seeded, one with data is taken up again. */
  readonly journal?: Journal;
  /** Which requests are noted as audit events, and who takes the events. */
  readonly audit?: AuditOptions;
  /** Sees every request when it has been answered. */
  readonly onRequest?: (record: RequestRecord) => void;
  /** Told of errors that are bugs of the server. */
  readonly onBug?: (error: unknown) => void;
}

/** The administrator, which is who in-memory requests come from. */
const administrator = { commonName: 'kubernetes-admin', organizations: ['system:masters'] };

export class ApiServer implements AsyncDisposable {
  readonly #options: ApiServerOptions;
  readonly #host: Host;
  readonly #assembly: Assembly;
  readonly #pipeline: RequestPipeline;
  #listener: Listener | undefined;
  #certificates: ServingCertificates | undefined;
  #cluster: Cluster | undefined;
  #birth: Snapshot;

  private constructor(options: ApiServerOptions, host: Host, assembly: Assembly) {
    this.#options = options;
    this.#host = host;
    this.#assembly = assembly;
    this.#pipeline = new RequestPipeline({
      host,
      assembly,
      authenticator: {
        tokens: assembly.tokens,
        allowsAnonymous: options.allowsAnonymous ?? true,
        frontProxy: options.frontProxy,
      },
      isOwnHost: (given) => this.#isOwnHost(given),
      onRequest: options.onRequest,
      auditor: options.audit && auditorOf(options.audit, host, options.onBug ?? (() => {})),
      onBug: options.onBug ?? (() => {}),
    });
    this.#birth = assembly.store.snapshot();
  }

  /** Starts a server with the objects that a fresh cluster has. */
  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const host = options.host ?? nodeHost();
    if (options.host !== undefined) await loadEverything();
    const assembly = await assembleEngine({
      host,
      history: options.history,
      journal: options.journal,
      tokens: options.tokens,
      serviceAccounts: options.serviceAccounts,
      authorization: options.authorization,
      tokenWebhook: options.tokenWebhook,
      admissionPlugins: options.admissionPlugins,
      hasControllers: options.profile === 'cluster',
      podRuntime: options.podRuntime,
      outbound: options.outbound,
      services: options.services,
      onBug: options.onBug ?? (() => {}),
    });
    const server = new ApiServer(options, host, assembly);
    if (options.port !== undefined) await server.#listen(options.port);
    if (options.profile === 'cluster') await server.#populate();
    return server;
  }

  /** `https://127.0.0.1:PORT`; empty for a server in memory. */
  get url(): string {
    const { address = '127.0.0.1', isPlain } = this.#options;
    return this.#listener
      ? `${isPlain ? 'http' : 'https'}://${address.includes(':') ? `[${address}]` : address}:${this.#listener.port}`
      : '';
  }

  /** The way to the server without a socket, as administrator. */
  get transport(): Transport {
    return inMemoryTransport((request) => this.#pipeline.handle(request), administrator);
  }

  /** Things to go wrong. */
  get faults(): FaultPlan {
    return this.#assembly.faults;
  }

  /** A kubeconfig for the administrator, as text. */
  kubeconfig(): string {
    return kubeconfigFor({ url: this.url, certificates: this.#certificates });
  }

  /** Everything as it is, to come back to. */
  snapshot(): Snapshot {
    return this.#assembly.store.snapshot();
  }

  restore(snapshot: Snapshot): void {
    this.#assembly.restore(snapshot);
    this.#cluster?.resync();
  }

  /** As freshly started. */
  reset(): void {
    this.restore(this.#birth);
  }

  /** Forgets history: watches and reads from before now are too old. */
  compact(): void {
    this.#assembly.store.compact();
  }

  async stop(): Promise<void> {
    this.#assembly.engine.retire();
    this.#assembly.endStreams();
    await this.#cluster?.stop();
    await this.#listener?.close();
    this.#pipeline.close();
    await this.#assembly.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #listen(port: number): Promise<void> {
    const { address = '127.0.0.1', isPlain = false, certificates, clientCa, frontProxy } = this.#options;
    const { listen } = await import('./http/listener.ts');
    if (!isPlain) this.#certificates = certificates ?? (await newCertificates(this.#host.clock.now(), address));
    const tls = this.#certificates && {
      ...this.#certificates.server,
      clientCa: clientCa ?? this.#certificates.ca,
      frontProxyCa: frontProxy?.ca,
    };
    if (tls) this.#believe(tls.clientCa);
    await this.#assembly.writer?.flush();
    this.#listener = await listen({
      clock: this.#host.clock,
      address,
      port,
      ...(tls && { tls }),
      ticks: new TickBatcher(nodeHost(), this.#options.onBug ?? (() => {})), // sockets live in the real world
      handle: (request) => this.#pipeline.handle(request),
    });
  }

  /** Whether a `Host` header names this server: by an address, by a name that was given, or by one in its certificate. */
  #isOwnHost(host: string): boolean {
    const { address = '127.0.0.1', hostNames = [] } = this.#options;
    return (
      isOwnHost(host, [address.toLowerCase(), ...hostNames.map((name) => name.toLowerCase()), ...servingNames]) ||
      this.#listener?.hasCertificateFor(hostNameOf(host)) === true
    );
  }

  /** Starts what stands behind the API. A fresh server has done its first work already. */
  async #populate(): Promise<void> {
    const { Cluster } = await import('./cluster/cluster.ts');
    const { onBug = () => {} } = this.#options;
    const { ca: authority = '', caKey } = this.#certificates ?? {};
    const signer = caKey === undefined ? undefined : { cert: authority, key: caKey };
    this.#cluster = new Cluster({ ...this.#assembly, host: this.#host, authority, signer, onBug });
    await this.#cluster.start();
    this.#birth = this.#assembly.store.snapshot();
  }

  /** Tells everybody whose certificates are believed, from the beginning. */
  #believe(authority: string): void {
    tellClientAuthority(this.#assembly.store, this.#host, authority);
    this.#birth = this.#assembly.store.snapshot();
  }
}

/** A policy that cannot be read ends the start; an event that cannot be taken does not change the answer. */
function auditorOf({ policy, onEvent }: AuditOptions, { clock }: Host, onBug: (error: unknown) => void): Auditor {
  const take = (event: AuditEvent): void => {
    try {
      onEvent(event);
    } catch (error) {
      onBug(error);
    }
  };
  return new Auditor({ policy: new AuditPolicy(policy), onEvent: take, clock });
}

/** Making certificates takes a library that is slow to load, so servers that bring their own never see it. */
async function newCertificates(now: number, address: string): Promise<ServingCertificates> {
  const { makeCertificates } = await import('./http/certificates.ts');
  return makeCertificates(now, [address]);
}
