/**
 * Empties namespaces that are being deleted, pods first, and lets them go. It waits for what finalizers hold by following the commits of the store.
 * Upstream: kube-controller-manager's namespace controller.
 */
import { deepEqual, deletionStarted, finalizersOf, formatTime, type Host } from '@reeve/machinery';
import { fieldsOf, listAt, textsAt, type ApiObject, type ServedResource, type Store } from '@reeve/registry';
import type { Controller, Observed } from './controller.ts';
import { unlessGone, type ControllerClient } from './controller-client.ts';
import type { KnownKinds } from './known-kinds.ts';
import { namespaceConditions, type NamespaceCondition, type Remains } from './namespace-conditions.ts';
import { deleteAll, graceLeftMs, objectsIn, RemainsCount } from './namespace-content.ts';

const finalizer = 'kubernetes';
const nothing: Remains = { resources: new Map(), finalizers: new Map(), failures: [] };

export interface NamespaceDeletionOptions {
  readonly store: Store;
  readonly kinds: KnownKinds;
  readonly client: ControllerClient;
  readonly host: Host;
  add(this: void, name: string): void;
  addLater(this: void, name: string, delayMs: number): void;
}

export class NamespaceDeletion implements Controller {
  readonly #options: NamespaceDeletionOptions;
  readonly #terminating = new Set<string>();

  constructor(options: NamespaceDeletionOptions) {
    this.#options = options;
  }

  clear(): void {
    this.#terminating.clear();
  }

  observe({ resource, key, object, isDeleted }: Observed): void {
    if (resource === 'namespaces') {
      if (!isDeleted && deletionStarted(object)) this.#terminating.add(key);
      else this.#terminating.delete(key);
    }
    const name = resource === 'namespaces' ? key : (object.metadata.namespace ?? '');
    if (this.#terminating.has(name)) this.#options.add(name);
  }

  /** Pods go first: what they use stays until the last one is gone. Until then the conditions count nothing, as upstream. */
  async handle(name: string): Promise<void> {
    const { kinds } = this.#options;
    const namespace = this.#find(name);
    if (namespace === undefined || textsAt(namespace, 'spec', 'finalizers').length === 0) return;
    const { deletionTimestamp = '' } = namespace.metadata;
    const isPods = ({ storage }: ServedResource) => storage.table === 'pods';
    const pods = await this.#empty(kinds.namespaced().filter(isPods), name, deletionTimestamp);
    if (!pods.isEmpty) return this.#tell(name, { ...nothing, failures: pods.failures });
    const rest = await this.#empty(kinds.namespaced(), name, deletionTimestamp);
    await this.#tell(name, rest);
    if (rest.isEmpty) await this.#finalize(name);
  }

  /** The namespace, as long as it is being deleted. */
  #find(name: string): ApiObject | undefined {
    const namespace = this.#options.store.table('namespaces').get(name)?.object;
    return namespace && deletionStarted(namespace) ? namespace : undefined;
  }

  async #empty(resources: readonly ServedResource[], name: string, deletedAt: string): Promise<RemainsCount> {
    const remains = new RemainsCount();
    for (const resource of resources) await this.#emptyOf(resource, name, deletedAt, remains);
    return remains;
  }

  async #emptyOf(resource: ServedResource, name: string, deletedAt: string, remains: RemainsCount): Promise<void> {
    const { store, client } = this.#options;
    const found = objectsIn(store, resource, name);
    if (found.length === 0) return;
    const failures = await deleteAll(client, resource, found);
    const left = objectsIn(store, resource, name);
    remains.add(resource, left);
    remains.failures.push(...failures);
    if (failures.length === 0 && left.length > 0) this.#judge(resource, name, deletedAt, left, remains);
  }

  /** What nothing holds should be gone, except for pods that are given time. */
  #judge(
    { group, version, plural }: ServedResource,
    name: string,
    deletedAt: string,
    left: readonly ApiObject[],
    remains: RemainsCount,
  ): void {
    const { host, addLater } = this.#options;
    const graceMs = plural === 'pods' && group === '' ? graceLeftMs(left, deletedAt, host.clock.now()) : 0;
    if (graceMs > 0) addLater(name, graceMs);
    else if (left.every((object) => finalizersOf(object).length === 0))
      remains.failures.push(
        `unexpected items still remain in namespace: ${name} for gvr: ${group}/${version}, Resource=${plural}`,
      );
  }

  async #tell(name: string, remains: Remains): Promise<void> {
    const { client, host } = this.#options;
    const [namespace, resource] = [this.#find(name), this.#resource()];
    if (namespace === undefined || resource === undefined) return;
    const before = listAt(namespace, 'status', 'conditions') as readonly NamespaceCondition[]; // as validated when written
    const conditions = namespaceConditions(before, remains, formatTime(host.clock.now()));
    if (deepEqual(before, conditions)) return;
    const status = { ...fieldsOf(namespace['status']), conditions };
    await unlessGone(client.update(resource, { ...namespace, status }, 'status'));
  }

  async #finalize(name: string): Promise<void> {
    const [namespace, resource] = [this.#find(name), this.#resource()];
    if (namespace === undefined || resource === undefined) return;
    const finalizers = textsAt(namespace, 'spec', 'finalizers').filter((each) => each !== finalizer);
    const finalized: ApiObject = { ...namespace, spec: { ...fieldsOf(namespace['spec']), finalizers } };
    await unlessGone(this.#options.client.update(resource, finalized, 'finalize'));
  }

  #resource(): ServedResource | undefined {
    return this.#options.kinds.ofTable('namespaces');
  }
}
