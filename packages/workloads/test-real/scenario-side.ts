/**
 * One of two clusters that go through the same scenario, in a namespace of its own: what is done to it, and waiting for what its controllers do.
 */
import { Client, mergePatch } from '@reeve/client';
import type { DeleteOptions } from '@reeve/client';
import { Pod } from '@reeve/kinds/core/v1';
import { formatGvk, isNotFound, nodeHost, poll } from '@reeve/machinery';
import type { AnyKind, KindObject, Transport } from '@reeve/machinery';

/** What is done and looked at; what it returns besides must be equal as well. */
export type Scenario = (side: ScenarioSide) => Promise<unknown>;

/** Scenarios by what they show. */
export type Scenarios = Readonly<Record<string, Scenario>>;

const waitMs = 90_000;

export class ScenarioSide {
  readonly client: Client;
  readonly namespace: string;
  /** Which cluster it is, for messages. */
  readonly name: string;
  readonly signal: AbortSignal;

  constructor(name: string, transport: Transport, namespace: string, signal: AbortSignal) {
    this.name = name;
    this.client = new Client({ transport, host: nodeHost() });
    this.namespace = namespace;
    this.signal = signal;
  }

  /** Creates an object in the scenario's namespace. */
  async create<K extends AnyKind>(
    kind: K,
    name: string,
    object: object,
    metadata: object = {},
  ): Promise<KindObject<K>> {
    const placed = { ...object, metadata: { ...metadata, name, ...this.#place(kind) } };
    return (await this.client.create<AnyKind>(kind, placed, { signal: this.signal })) as KindObject<K>; // of the kind that was created
  }

  async get<K extends AnyKind>(kind: K, name: string): Promise<KindObject<K> | undefined> {
    try {
      return await this.client.get<K>(kind, this.#ref(kind, name), { signal: this.signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async list<K extends AnyKind>(kind: K, labels?: Readonly<Record<string, string>>): Promise<KindObject<K>[]> {
    const query = { ...this.#place(kind), ...(labels && { labels }), signal: this.signal };
    return (await this.client.list<K>(kind, query as never)).items;
  }

  pods(labels?: Readonly<Record<string, string>>): Promise<Pod[]> {
    return this.list(Pod, labels);
  }

  /** Changes an object by a merge patch. */
  async patch<K extends AnyKind>(kind: K, name: string, patch: object): Promise<KindObject<K>> {
    return await this.client.patch<K>(kind, this.#ref(kind, name), mergePatch(patch), { signal: this.signal });
  }

  async delete(kind: AnyKind, name: string, options: Omit<DeleteOptions, 'signal'> = {}): Promise<void> {
    await this.client.delete<AnyKind>(kind, this.#ref(kind, name), { ...options, signal: this.signal });
  }

  /** Waits until an object is as described, and gives it back. */
  async until<K extends AnyKind>(
    kind: K,
    name: string,
    isThere: (object: KindObject<K>) => boolean,
  ): Promise<KindObject<K>> {
    let seen: KindObject<K> | undefined;
    await this.#poll(
      `${formatGvk(kind.gvk)} ${name}`,
      async () => (seen = await this.get(kind, name)) !== undefined && isThere(seen),
      () => seen,
    );
    return seen as KindObject<K>; // it was there
  }

  /** Waits until the objects of a kind are as described, and gives them back. */
  async untilAll<K extends AnyKind>(
    kind: K,
    areThere: (objects: KindObject<K>[]) => boolean,
    labels?: Readonly<Record<string, string>>,
  ): Promise<KindObject<K>[]> {
    let seen: KindObject<K>[] = [];
    await this.#poll(
      formatGvk(kind.gvk),
      async () => areThere((seen = await this.list(kind, labels))),
      () => seen,
    );
    return seen;
  }

  async gone(kind: AnyKind, name: string): Promise<void> {
    let seen: unknown;
    await this.#poll(
      `the end of ${kind.kind} ${name}`,
      async () => (seen = await this.get(kind, name)) === undefined,
      () => seen,
    );
  }

  async #poll(what: string, look: () => Promise<boolean>, seen: () => unknown): Promise<void> {
    try {
      await poll(nodeHost(), look, { intervalMs: 250, timeoutMs: waitMs, signal: this.signal });
    } catch (error) {
      const last = JSON.stringify(seen())?.slice(0, 4000);
      throw new Error(`${this.name} waited in vain for ${what}; it last saw ${last}`, { cause: error });
    }
  }

  #place(kind: AnyKind): { readonly namespace?: string } {
    return kind.scope === 'Cluster' ? {} : { namespace: this.namespace };
  }

  #ref(kind: AnyKind, name: string): string {
    return kind.scope === 'Cluster' ? name : `${this.namespace}/${name}`;
  }
}
