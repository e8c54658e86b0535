/**
 * The lock on a Lease. Writes carry the version that was last read, so that of two who write at once one is refused.
 * Upstream: client-go leaderelection/resourcelock.LeaseLock.
 */
import type { Client } from '@reeve/client';
import { InvalidInputError, canonicalJson } from '@reeve/machinery';
import type { EventSink } from './election-events.ts';
import type { LeaderLock, ObservedRecord } from './leader-lock.ts';
import { Lease, recordOf, specOf } from './lease.ts';
import type { LeaderRecord } from './lease.ts';

/** Which Lease, and who this process is. */
export interface LeaseLockOptions {
  readonly client: Client;
  readonly namespace: string;
  readonly name: string;
  readonly identity: string;
  /** Written on the Lease, beside labels that are there. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Hears "… became leader" and "… stopped leading". */
  readonly events?: EventSink;
}

/** A lock on a Lease. */
export class LeaseLock implements LeaderLock {
  readonly #options: LeaseLockOptions;
  #lease: Lease | undefined;

  constructor(options: LeaseLockOptions) {
    this.#options = options;
  }

  get identity(): string {
    return this.#options.identity;
  }

  get description(): string {
    return `${this.#options.namespace}/${this.#options.name}`;
  }

  async get(signal: AbortSignal): Promise<ObservedRecord> {
    const { client, namespace, name } = this.#options;
    const lease = await client.get(Lease, { namespace, name }, { signal });
    this.#lease = lease;
    return { record: recordOf(lease.spec), raw: canonicalJson(lease.spec ?? {}) };
  }

  async create(record: LeaderRecord, signal: AbortSignal): Promise<void> {
    const { client, namespace, name, labels } = this.#options;
    const metadata = { namespace, name, ...(labels && { labels: { ...labels } }) };
    this.#lease = await client.create(Lease, { metadata, spec: specOf(record) }, { signal });
  }

  async update(record: LeaderRecord, signal: AbortSignal): Promise<void> {
    if (this.#lease === undefined) {
      throw new InvalidInputError(
        this.description,
        `the Lease ${this.description} is written before it was read: get or create it first`,
      );
    }
    const { metadata } = this.#lease;
    const labels = { ...metadata.labels, ...this.#options.labels };
    const changed = {
      ...this.#lease,
      metadata: { ...metadata, labels },
      spec: { ...this.#lease.spec, ...specOf(record) },
    };
    this.#lease = await this.#options.client.update(Lease, changed, { signal });
  }

  recordEvent(message: string): void {
    const { namespace, name } = this.#options;
    const { uid, resourceVersion } = this.#lease?.metadata ?? {};
    const metadata = { namespace, name, ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) };
    this.#options.events?.(Lease.of({ metadata }), `${this.identity} ${message}`);
  }
}
