/**
 * An API server to start and stop: in memory, on a port, or both. Data lives as long as the server, unless a snapshot outlives it.
 */
import { nodeHost, type Host, type Transport } from '@reeve/machinery';
import type { Authenticator } from './auth/authenticator.ts';
import type { UserInfo } from './auth/user-info.ts';
import { assembleEngine, type Assembly } from './engine/assemble-engine.ts';
import { FrontDoor, type RequestRecord } from './engine/front-door.ts';
import type { FaultPlan } from './fault/fault-plan.ts';
import { inMemoryTransport } from './http/in-memory-transport.ts';
import { kubeconfigFor } from './http/kubeconfig.ts';
import type { ServingCertificates } from './http/certificates.ts';
import type { Listener } from './http/listener.ts';
import type { Snapshot } from './store/snapshot.ts';
import type { HistoryWindow } from './store/store.ts';
import type { Journal } from './journal/journal.ts';

export interface ApiServerOptions {
  /** The port to listen on, 0 for any; without it the server is reached in memory only. */
  readonly port?: number;
  readonly address?: string;
  /** Plain HTTP instead of TLS, for loopback. */
  readonly isPlain?: boolean;
  /** Certificates to serve with; made anew when absent. */
  readonly certificates?: ServingCertificates;
  /** The authority whose client certificates are believed; that of `certificates` by default. */
  readonly clientCa?: string;
  readonly tokens?: ReadonlyMap<string, UserInfo>;
  readonly allowsAnonymous?: boolean;
  readonly host?: Host;
  /** How much history watches and old reads can count on. */
  readonly history?: Partial<HistoryWindow>;
  /** Where data outlives the server; a new one is seeded, one with data is taken up again. */
  readonly journal?: Journal;
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
  readonly #door: FrontDoor;
  #listener: Listener | undefined;
  #certificates: ServingCertificates | undefined;
  readonly #birth: Snapshot;

  private constructor(options: ApiServerOptions, host: Host, assembly: Assembly) {
    this.#options = options;
    this.#host = host;
    this.#assembly = assembly;
    this.#door = new FrontDoor({
      host,
      assembly,
      authenticator: authenticatorOf(options),
      onRequest: options.onRequest,
    });
    this.#birth = assembly.store.snapshot();
  }

  /** Starts a server with the objects that a fresh cluster has. */
  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const host = options.host ?? nodeHost();
    const assembly = await assembleEngine({
      host,
      history: options.history,
      journal: options.journal,
      onBug: options.onBug ?? (() => {}),
    });
    const server = new ApiServer(options, host, assembly);
    if (options.port !== undefined) await server.#listen(options.port);
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
    return inMemoryTransport((request, signal) => this.#door.handle(request, signal), administrator);
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
    await this.#listener?.close();
    await this.#assembly.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #listen(port: number): Promise<void> {
    const { address = '127.0.0.1', isPlain = false, certificates, clientCa } = this.#options;
    const { listen } = await import('./http/listener.ts');
    if (!isPlain) {
      const { makeCertificates } = await import('./http/certificates.ts');
      this.#certificates = certificates ?? (await makeCertificates(this.#host.clock.now()));
    }
    const tls = this.#certificates && { ...this.#certificates.server, clientCa: clientCa ?? this.#certificates.ca };
    this.#listener = await listen({
      clock: this.#host.clock,
      address,
      port,
      ...(tls && { tls }),
      handle: (request, signal) => this.#door.handle(request, signal),
    });
  }
}

function authenticatorOf({ tokens, allowsAnonymous = true }: ApiServerOptions): Authenticator {
  return { tokens: tokens ? [(token) => tokens.get(token)] : [], allowsAnonymous };
}
