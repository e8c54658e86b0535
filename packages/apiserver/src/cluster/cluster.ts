/**
 * What makes an API server behave as a cluster does: garbage is collected, namespaces empty themselves, each has its service account, and aggregated roles
 * are filled. All of it follows the server's own store, on the Host's clock, and does nothing while nothing changes. Upstream: that part of
 * kube-controller-manager.
 */
import type { Host } from '@reeve/machinery';
import type { ResourceRegistry, Store } from '@reeve/registry';
import type { TickBatcher } from '../engine/tick-batcher.ts';
import type { ApiEngine } from '../engine/api-engine.ts';
import type { CertificatePair } from '@reeve/certificates';
import { CertificateRequests } from './certificate-requests.ts';
import { ControllerClient } from './controller-client.ts';
import type { Controller, Observed } from './controller.ts';
import { GarbageCollector } from './garbage-collector.ts';
import { KnownKinds } from './known-kinds.ts';
import { NamespaceDefaults } from './namespace-defaults.ts';
import { NamespaceDeletion } from './namespace-deletion.ts';
import { QuotaUsage } from './quota-usage.ts';
import { RoleAggregation } from './role-aggregation.ts';
import { WorkLoop } from './work-loop.ts';

export interface ClusterOptions {
  readonly host: Host;
  readonly ticks: TickBatcher;
  readonly store: Store;
  readonly registry: ResourceRegistry;
  readonly engine: Pick<ApiEngine, 'handle'>;
  /** The authority of the server's certificate, in PEM; empty where there is none. */
  readonly authority: string;
  /** Who signs certificates, where there is one. */
  readonly signer?: CertificatePair | undefined;
  onBug(this: void, error: unknown): void;
}

/** A controller and the keys that wait for it. */
interface Part {
  readonly controller: Controller;
  readonly loop: WorkLoop;
}

export class Cluster {
  readonly #options: ClusterOptions;
  readonly #parts: readonly Part[];
  readonly #ending = new AbortController();
  readonly #unsubscribe: readonly (() => void)[];

  /** Follows the store from here on; `start` looks at what is there already. */
  constructor(options: ClusterOptions) {
    this.#options = options;
    this.#parts = this.#assemble();
    this.#unsubscribe = [
      options.store.onCommit((commit) => this.#observe(commit)),
      options.registry.onChange(() => {
        for (const { controller } of this.#parts) controller.observeKinds?.();
      }),
    ];
  }

  /** Looks at everything, and resolves when it is as it should be. */
  async start(): Promise<void> {
    this.resync();
    for (const { loop } of this.#parts) await loop.drain();
  }

  /** Looks at everything again: after a snapshot was put back. */
  resync(): void {
    for (const { controller, loop } of this.#parts) {
      controller.clear();
      loop.clear();
    }
    for (const [resource, objects] of this.#options.store.snapshot().resources)
      for (const { key, object } of objects) this.#observe({ resource, key, object, isDeleted: false });
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const { loop } of this.#parts) await loop.stop();
  }

  #observe(change: Observed): void {
    for (const { controller } of this.#parts) controller.observe(change);
  }

  #assemble(): Part[] {
    const { store, host, registry, authority, signer } = this.#options;
    const shared = { store, host, kinds: new KnownKinds(registry) };
    const as = (account: string) =>
      new ControllerClient({ engine: this.#options.engine, account, signal: this.#ending.signal });
    return [
      this.#part(
        (loop) =>
          new NamespaceDefaults({
            ...shared,
            ...queueOf(loop),
            authority,
            accounts: as('service-account-controller'),
            publisher: as('root-ca-cert-publisher'),
          }),
      ),
      this.#part((loop) => new NamespaceDeletion({ ...shared, ...queueOf(loop), client: as('namespace-controller') })),
      this.#part(
        (loop) => new GarbageCollector({ ...shared, ...queueOf(loop), client: as('generic-garbage-collector') }),
      ),
      this.#part((loop) => new QuotaUsage({ ...shared, ...queueOf(loop), client: as('resourcequota-controller') })),
      this.#part(
        (loop) =>
          new CertificateRequests({ ...shared, ...queueOf(loop), signer, client: as('certificate-controller') }),
      ),
      this.#part(
        (loop) =>
          new RoleAggregation({ ...shared, ...queueOf(loop), client: as('clusterrole-aggregation-controller') }),
      ),
    ];
  }

  #part(make: (loop: WorkLoop) => Controller): Part {
    const { host, ticks, onBug } = this.#options;
    const loop: WorkLoop = new WorkLoop({ host, ticks, onBug, handle: (key) => controller.handle(key) });
    const controller = make(loop);
    return { controller, loop };
  }
}

/** How a controller asks to look at a key. */
const queueOf = (loop: WorkLoop) => ({
  add: (key: string) => loop.add(key),
  addLater: (key: string, delayMs: number) => loop.addLater(key, delayMs),
});
