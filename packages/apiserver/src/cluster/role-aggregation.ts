/**
 * Fills roles of the cluster that are put together from others: their rules are those of the roles that their selectors find.
 * Upstream: the clusterrole-aggregation-controller of kube-controller-manager.
 */
import { deepEqual, deletionStarted, labelSelectorToQuery } from '@reeve/machinery';
import { hasAt, itemsAt, type ApiObject, type Fields, type Store } from '@reeve/registry';
import { unlessGone, type ControllerClient } from './controller-client.ts';
import type { Controller, Observed } from './controller.ts';
import type { KnownKinds } from './known-kinds.ts';

const table = 'rbac.authorization.k8s.io/clusterroles';

export interface RoleAggregationOptions {
  readonly store: Store;
  readonly kinds: KnownKinds;
  readonly client: ControllerClient;
  add(this: void, key: string): void;
}

export class RoleAggregation implements Controller {
  readonly #options: RoleAggregationOptions;
  readonly #aggregated = new Set<string>();

  constructor(options: RoleAggregationOptions) {
    this.#options = options;
  }

  clear(): void {
    this.#aggregated.clear();
  }

  /** A role that changes may be part of any that is put together. */
  observe({ resource, key, object, isDeleted }: Observed): void {
    if (resource !== table) return;
    if (!isDeleted && hasAt(object, 'aggregationRule')) this.#aggregated.add(key);
    else this.#aggregated.delete(key);
    for (const name of this.#aggregated) this.#options.add(name);
  }

  async handle(name: string): Promise<void> {
    const { store, kinds, client } = this.#options;
    const resource = kinds.ofTable(table);
    const role = store.table(table).get(name)?.object;
    if (resource === undefined || role === undefined || deletionStarted(role)) return;
    const rules = this.#rulesFor(role);
    if (deepEqual(rules, itemsAt(role, 'rules'))) return;
    const { apiVersion, kind } = resource;
    const applied = { apiVersion, kind, metadata: { name }, rules };
    await unlessGone(client.apply(resource, applied, 'clusterrole-aggregation-controller'));
  }

  #rulesFor(role: ApiObject): Fields[] {
    const rules: Fields[] = [];
    for (const selector of itemsAt(role, 'aggregationRule', 'clusterRoleSelectors'))
      for (const rule of this.#selected(selector, role))
        if (!rules.some((known) => deepEqual(known, rule))) rules.push(rule);
    return rules;
  }

  /** The rules of the roles that a selector finds, by name of role. */
  *#selected(selector: Fields, { metadata }: ApiObject): Generator<Fields, void, void> {
    const query = labelSelectorToQuery(selector);
    for (const { object } of this.#options.store.table(table).current())
      if (object.metadata.name !== metadata.name && query.matches(object.metadata.labels))
        yield* itemsAt(object, 'rules');
  }
}
