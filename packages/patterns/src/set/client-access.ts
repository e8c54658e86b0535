/**
 * A set over a client alone: reads are requests, one per kind and namespace, several at a time.
 */
import { mergePatch } from '@reeve/client';
import type { Client } from '@reeve/client';
import { deepFreeze, isNotFound, resourceVersionOf, uidOf } from '@reeve/machinery';
import type { AnyKind, KubeObject } from '@reeve/machinery';
import { isApplied, withAppliedHash } from '@reeve/runtime';
import type { LiveObject, SetAccess } from './set-access.ts';
import { partOfLabel } from './set-labels.ts';

/** How a client is used. */
export interface ClientAccessOptions {
  readonly fieldManager: string;
  readonly force: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Reads and writes through a client. */
export class ClientAccess implements SetAccess {
  readonly client: Client;
  readonly fieldManager: string;
  readonly signal: AbortSignal | undefined;
  readonly #force: boolean;

  constructor(client: Client, { fieldManager, force, signal }: ClientAccessOptions) {
    this.client = client;
    this.fieldManager = fieldManager;
    this.signal = signal;
    this.#force = force;
  }

  async members(kind: AnyKind, identity: string, namespaces: readonly string[] | undefined): Promise<LiveObject[]> {
    const labels = { [partOfLabel]: identity };
    const places = kind.scope === 'Cluster' ? [undefined] : (namespaces ?? [undefined]);
    const lists = await mapAtOnce(places, async (namespace) => {
      const { items } = await this.client.listAll<AnyKind>(kind, { labels, namespace, ...this.#call });
      return items;
    });
    return lists.flat().map((object) => deepFreeze(object));
  }

  async get(kind: AnyKind, key: string): Promise<LiveObject | undefined> {
    try {
      return deepFreeze(await this.client.get(kind, key, this.#call));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  isApplied(desired: KubeObject, live: LiveObject): boolean {
    return isApplied(withAppliedHash(desired, this.fieldManager), live);
  }

  async apply(
    kind: AnyKind,
    desired: KubeObject,
    live: LiveObject | undefined,
    takesOver: boolean,
  ): Promise<LiveObject> {
    const hashed = withAppliedHash(desired, this.fieldManager);
    if (live !== undefined && isApplied(hashed, live)) return live;
    const options = { fieldManager: this.fieldManager, force: this.#force || takesOver, ...this.#call };
    return deepFreeze(await this.client.apply(kind, hashed as never, options)); // an object of the kind, with a name
  }

  async remove(kind: AnyKind, live: LiveObject): Promise<void> {
    const preconditions = { uid: uidOf(live), resourceVersion: resourceVersionOf(live) };
    try {
      await this.client.delete(kind, live, { preconditions, propagation: 'Background', ...this.#call });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  async mark(kind: AnyKind, object: LiveObject, metadata: object): Promise<void> {
    await this.client.patch(kind, object, mergePatch({ metadata }), { fieldManager: this.fieldManager, ...this.#call });
  }

  get #call(): { readonly signal?: AbortSignal } {
    return this.signal === undefined ? {} : { signal: this.signal };
  }
}

/** So many requests at a time: enough to hide the way to a server, and few enough not to crowd others out. */
const atOnce = 10;

/** The results in the order of the items. The first failure is thrown when those that run have ended. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    const settled = await Promise.allSettled(items.slice(at, at + atOnce).map(act));
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason;
      results.push(one.value);
    }
  }
  return results;
}
