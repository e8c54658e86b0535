/**
 * The rules that apply to users, read from the stored roles and bindings as they are now. Upstream: kubernetes pkg/registry/rbac/validation
 * DefaultRuleResolver.
 */
import {
  notFound,
  type ApiObject,
  type ResourceTable,
  type StatusError,
  type Store,
  type UserInfo,
} from '@reeve/registry';
import { BindingIndex, type Grant, type RoleRef } from './binding-index.ts';
import { rulesOfRole, type PolicyRule } from './policy-rule.ts';

export const rbacGroup = 'rbac.authorization.k8s.io';
const tableOf = (plural: string): string => `${rbacGroup}/${plural}`;

/** A role that applies: its rules and by what binding; or why there are none. */
export interface AppliedRole {
  readonly rules: readonly PolicyRule[];
  readonly grant: Grant;
  readonly problem: StatusError | undefined;
}

export class RoleRules {
  readonly #store: Store;
  readonly #stop: () => void;
  #clusterIndex: BindingIndex | undefined;
  readonly #indexes = new Map<string, BindingIndex>();
  #clusterBindings: ResourceTable | undefined;

  constructor(store: Store) {
    this.#store = store;
    this.#stop = store.onCommit(({ resource, key }) => {
      if (!resource.startsWith(rbacGroup)) return;
      if (resource === tableOf('clusterrolebindings')) this.#clusterIndex = undefined;
      if (resource === tableOf('rolebindings')) this.#indexes.delete(key.slice(0, key.indexOf('/')));
    });
  }

  /** The roles that apply to a user: those of the whole cluster, then those of a namespace where one is named. */
  *applied(user: UserInfo, namespace: string): Generator<AppliedRole, void, void> {
    for (const grant of this.#ofCluster().grantsOf(user)) yield this.#resolve(grant, '');
    if (namespace === '') return;
    for (const grant of this.#ofNamespace(namespace).grantsOf(user)) yield this.#resolve(grant, namespace);
  }

  /** The rules of a role that a binding in a namespace refers to, or why there are none. */
  rulesOf(role: RoleRef, namespace: string): readonly PolicyRule[] | StatusError {
    const found = this.#find(role, namespace);
    return found === undefined ? missing(role) : rulesOfRole(found);
  }

  stop(): void {
    this.#stop();
  }

  #resolve(grant: Grant, namespace: string): AppliedRole {
    const rules = this.rulesOf(grant.role, namespace);
    return isRules(rules) ? { rules, grant, problem: undefined } : { rules: [], grant, problem: rules };
  }

  #find({ kind, name }: RoleRef, namespace: string): ApiObject | undefined {
    const found =
      kind === 'Role'
        ? this.#store.table(tableOf('roles')).get(`${namespace}/${name}`)
        : this.#store.table(tableOf('clusterroles')).get(name);
    return found?.object;
  }

  #ofCluster(): BindingIndex {
    const table = this.#bindings();
    return (this.#clusterIndex ??= new BindingIndex(objectsOf(table, ''), ''));
  }

  #ofNamespace(namespace: string): BindingIndex {
    let index = this.#indexes.get(namespace);
    if (index === undefined) {
      index = new BindingIndex(objectsOf(this.#store.table(tableOf('rolebindings')), `${namespace}/`), namespace);
      this.#indexes.set(namespace, index);
    }
    return index;
  }

  /** The table of ClusterRoleBindings. It is another one after a snapshot was put back, and then nothing known holds. */
  #bindings(): ResourceTable {
    const table = this.#store.table(tableOf('clusterrolebindings'));
    if (table !== this.#clusterBindings) {
      this.#clusterBindings = table;
      this.#clusterIndex = undefined;
      this.#indexes.clear();
    }
    return table;
  }
}

export const isRules = (found: readonly PolicyRule[] | StatusError): found is readonly PolicyRule[] =>
  Array.isArray(found);

function* objectsOf(table: ResourceTable, prefix: string): Generator<ApiObject, void, void> {
  for (const { object } of table.current(prefix)) yield object;
}

/** In the words of upstream's lister, which names the kind. */
const missing = ({ kind, name }: RoleRef): StatusError =>
  notFound({ group: rbacGroup, plural: kind.toLowerCase() }, name);
