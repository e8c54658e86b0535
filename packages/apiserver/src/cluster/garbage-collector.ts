/**
 * Deletes what has lost all its owners, and sees deletions through that wait for dependents or leave them behind. It follows the commits of the store, so
 * it knows at once and does nothing in between. Upstream: kube-controller-manager's garbage collector.
 */
import { finalizersOf, type Host } from '@reeve/machinery';
import type { ApiObject, ServedResource, Store } from '@reeve/registry';
import type { Propagation } from '../request/delete-options.ts';
import { classifyOwners, isDeletingDependents, isOrphaning, type Ownership } from './classify-owners.ts';
import type { Controller, Observed } from './controller.ts';
import { unlessGone, type ControllerClient } from './controller-client.ts';
import type { KnownKinds } from './known-kinds.ts';
import { isBlocking, OwnerGraph, type Dependent } from './owner-graph.ts';
import { unblocking, withoutFinalizerPatch, withoutOwners, type Patch } from './owner-patches.ts';
import { StrayOwners } from './stray-owners.ts';

/** An object as it is stored, and how to write it. */
interface Item {
  readonly id: string;
  readonly object: ApiObject;
  readonly resource: ServedResource;
}

/** Events own nothing and are owned by nobody. */
const ignoredTable = 'events';

export class GarbageCollector implements Controller {
  readonly #store: Store;
  readonly #kinds: KnownKinds;
  readonly #client: ControllerClient;
  readonly #strays: StrayOwners;
  readonly #add: (id: string) => void;
  readonly #graph = new OwnerGraph();
  /** Owners that wait for their dependents, by uid. */
  readonly #deleting = new Map<string, string>();
  /** Owners that went while somebody depended on them, and the namespaces they were in, by uid: their kind may be gone too. */
  readonly #gone = new Map<string, string | undefined>();
  /** Objects with an owner of a kind that nobody serves. */
  readonly #unresolved = new Set<string>();

  constructor(options: {
    store: Store;
    kinds: KnownKinds;
    client: ControllerClient;
    host: Host;
    add(this: void, id: string): void;
  }) {
    this.#store = options.store;
    this.#kinds = options.kinds;
    this.#client = options.client;
    this.#strays = new StrayOwners(options);
    this.#add = options.add;
  }

  clear(): void {
    this.#graph.clear();
    this.#deleting.clear();
    this.#gone.clear();
    this.#unresolved.clear();
  }

  observe({ resource: table, key, object, isDeleted }: Observed): void {
    if (table === ignoredTable) return;
    const id = `${table}\0${key}`;
    const before = this.#graph.get(id);
    if (isDeleted) this.#observeDeleted(id, object);
    else this.#observePresent(id, object, before);
    const after = this.#graph.get(id);
    if (before !== undefined && before !== after) this.#observeReleased(before);
  }

  /** Kinds came or went: what could not be judged may be now. */
  observeKinds(): void {
    for (const id of this.#unresolved) this.#add(id);
    this.#unresolved.clear();
  }

  async handle(id: string): Promise<void> {
    const item = this.#find(id);
    if (item === undefined) return;
    if (isDeletingDependents(item.object)) return this.#finishForeground(item);
    if (isOrphaning(item.object)) return this.#orphan(item);
    if (!item.object.metadata.deletionTimestamp) return this.#collect(item);
  }

  #observeDeleted(id: string, { metadata }: ApiObject): void {
    const { uid = '' } = metadata;
    this.#graph.remove(id);
    this.#deleting.delete(uid);
    if (this.#graph.hasDependents(uid)) this.#gone.set(uid, metadata.namespace);
    for (const dependent of this.#graph.dependentsOf(uid)) this.#add(dependent.id);
  }

  #observePresent(id: string, object: ApiObject, before: Dependent | undefined): void {
    const { uid = '' } = object.metadata;
    const entry = this.#graph.put(id, object);
    if (entry !== before && entry !== undefined) this.#add(id);
    if (isOrphaning(object)) this.#add(id);
    if (!isDeletingDependents(object)) return void this.#deleting.delete(uid);
    this.#add(id);
    if (this.#deleting.has(uid)) return;
    this.#deleting.set(uid, id);
    for (const dependent of this.#graph.dependentsOf(uid)) this.#add(dependent.id);
  }

  /** Owners that wait for their dependents may have one less to wait for. */
  #observeReleased({ owners }: Dependent): void {
    for (const { uid } of owners) {
      const owner = this.#deleting.get(uid);
      if (owner !== undefined) this.#add(owner);
      if (!this.#graph.hasDependents(uid)) this.#gone.delete(uid);
    }
  }

  #find(id: string): Item | undefined {
    const [table = '', key = ''] = id.split('\0');
    const resource = this.#kinds.ofTable(table);
    const object = this.#store.table(table).get(key)?.object;
    return (
      resource &&
      object && { id, resource, object: (resource.storage.conversion?.plain ?? resource.storage).fromStorage(object) }
    );
  }

  async #collect(item: Item): Promise<void> {
    const { object, id } = item;
    const entry = this.#graph.get(id);
    if (entry === undefined) return;
    const sources = { store: this.#store, kinds: this.#kinds, gone: this.#gone };
    const ownership = classifyOwners(sources, object);
    await this.#strays.report(entry, object, this.#gone);
    if (ownership.type === 'unknown kind') this.#unresolved.add(id);
    if (ownership.type === 'known') await this.#act(item, ownership);
  }

  async #act(item: Item, { solid, dangling, waiting }: Extract<Ownership, { type: 'known' }>): Promise<void> {
    const { object, resource } = item;
    const lost = new Set([...dangling, ...waiting].map(({ uid }) => uid));
    if (solid.length > 0) {
      if (lost.size > 0) await this.#patch(item, withoutOwners(resource, object, lost));
      return;
    }
    const dependents = this.#graph.dependentsOf(object.metadata.uid ?? '');
    if (waiting.length === 0 || dependents.length === 0)
      return this.#client.delete(resource, object, propagationOf(object), { isUnchanged: true });
    if (dependents.some(({ id }) => this.#isWaiting(id))) await this.#patch(item, unblocking(resource, object));
    const latest = this.#find(item.id);
    if (latest !== undefined) await this.#client.delete(resource, latest.object, 'Foreground', { isUnchanged: true });
  }

  #isWaiting(id: string): boolean {
    const found = this.#find(id);
    return found !== undefined && isDeletingDependents(found.object);
  }

  /** Lets an owner go when nobody blocks it any more, and else sees to those who do. */
  async #finishForeground(item: Item): Promise<void> {
    const { uid = '' } = item.object.metadata;
    const blocking = this.#graph.dependentsOf(uid).filter((dependent) => isBlocking(dependent, uid));
    if (blocking.length === 0) return this.#patch(item, withoutFinalizerPatch(item.object, 'foregroundDeletion'));
    for (const { id } of blocking) if (!this.#isWaiting(id)) this.#add(id);
  }

  /** The dependents first: an owner that goes before would take them along. */
  async #orphan(item: Item): Promise<void> {
    const { uid = '' } = item.object.metadata;
    for (const { id } of this.#graph.dependentsOf(uid)) {
      const dependent = this.#find(id);
      if (dependent === undefined) continue;
      await this.#patch(dependent, withoutOwners(dependent.resource, dependent.object, new Set([uid])));
    }
    await this.#patch(item, withoutFinalizerPatch(item.object, 'orphan'));
  }

  #patch({ resource, object }: Item, { form, patch }: Patch): Promise<void> {
    return unlessGone(this.#client.patch(resource, object, form, patch));
  }
}

/** A deletion that somebody has begun to prepare goes on as it was meant. */
function propagationOf(object: ApiObject): Propagation {
  const finalizers = finalizersOf(object);
  if (finalizers.includes('orphan')) return 'Orphan';
  return finalizers.includes('foregroundDeletion') ? 'Foreground' : 'Background';
}
