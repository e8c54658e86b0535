/**
 * Adds up what the objects of a namespace cost of its quotas, whenever one of them changes. Admission charges what is made; this is how what is deleted is
 * given back, and how a new quota learns what there is. Upstream: the resource quota controller of kube-controller-manager.
 */
import { addAmounts } from '@reeve/kinds';
import { deepEqual, type Host } from '@reeve/machinery';
import {
  amountFields,
  amountsAt,
  inNamespace,
  isCost,
  isInScope,
  none,
  only,
  usageOf,
  type Amounts,
} from '@reeve/builtins';
import { fieldsAt, type ApiObject, type ServedResource, type Store } from '@reeve/registry';
import { unlessGone, type ControllerClient } from './controller-client.ts';
import type { Controller, Observed } from './controller.ts';
import type { KnownKinds } from './known-kinds.ts';

const table = 'resourcequotas';

export interface QuotaUsageOptions {
  readonly store: Store;
  readonly host: Host;
  readonly kinds: KnownKinds;
  readonly client: ControllerClient;
  add(this: void, key: string): void;
}

export class QuotaUsage implements Controller {
  readonly #options: QuotaUsageOptions;
  /** The keys of the quotas of each namespace that has some. */
  readonly #quotas = new Map<string, Set<string>>();

  constructor(options: QuotaUsageOptions) {
    this.#options = options;
  }

  clear(): void {
    this.#quotas.clear();
  }

  observe({ resource, key, object, isDeleted }: Observed): void {
    const { namespace } = object.metadata;
    if (namespace === undefined) return;
    if (resource === table) this.#noteQuota(namespace, key, isDeleted);
    for (const quota of this.#quotas.get(namespace) ?? []) this.#options.add(quota);
  }

  async handle(key: string): Promise<void> {
    const { store, kinds, client } = this.#options;
    const resource = kinds.ofTable(table);
    const quota = store.table(table).get(key)?.object;
    if (resource === undefined || quota === undefined) return;
    const hard = amountsAt(quota, 'spec', 'hard');
    const status = { hard: amountFields(hard), used: amountFields(this.#usedOf(quota, new Set(hard.keys()))) };
    if (deepEqual(fieldsAt(quota, 'status'), status)) return;
    await unlessGone(client.update(resource, { ...quota, status }, 'status'));
  }

  #noteQuota(namespace: string, key: string, isDeleted: boolean): void {
    const keys = this.#quotas.get(namespace) ?? new Set();
    if (isDeleted) keys.delete(key);
    else keys.add(key);
    if (keys.size > 0) this.#quotas.set(namespace, keys);
    else this.#quotas.delete(namespace);
  }

  #usedOf(quota: ApiObject, names: ReadonlySet<string>): Amounts {
    let used: Amounts = new Map();
    for (const resource of this.#options.kinds.namespaced()) {
      const own = new Set([...names].filter((name) => isCost(resource, name)));
      if (own.size === 0) continue;
      used = addAmounts(used, new Map([...own].map((name) => [name, none] as const)));
      for (const cost of this.#costs(quota, resource)) used = addAmounts(used, only(cost, own));
    }
    return used;
  }

  #costs(quota: ApiObject, resource: ServedResource): Amounts[] {
    const { store, host } = this.#options;
    return inNamespace(store, resource.storage.table, quota.metadata.namespace ?? '')
      .filter((object) => isInScope(quota, resource, object))
      .map((object) => usageOf(resource, object, host.clock.now()));
  }
}
