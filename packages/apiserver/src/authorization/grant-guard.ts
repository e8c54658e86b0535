/**
 * Nobody gives away what they do not have: who writes a role or a binding must hold all that it grants, or be allowed to `escalate` or `bind`.
 * Upstream: kubernetes pkg/registry/rbac, the policy-based storages.
 */
import { deepEqual, quote } from '@reeve/machinery';
import {
  badRequest,
  fieldsAt,
  forbidden,
  hasAt,
  notFound,
  textAt,
  type ApiObject,
  type ServedResource,
  type UserInfo,
} from '@reeve/registry';
import { aggregated, privilegedGroup, type Authorizer, type ResourceAccess } from './authorizer.ts';
import { printedList, printedRules, rulesOfRole, uncoveredRules, type PolicyRule } from './policy-rule.ts';
import { isRules, rbacGroup, type RoleRules } from './role-rules.ts';

/** A write of a role or a binding, after it was changed by admission. */
export interface GrantingWrite {
  readonly user: UserInfo;
  readonly resource: Pick<ServedResource, 'group' | 'plural'>;
  readonly namespace: string | undefined;
  /** The name in the path of the request; a create has none. */
  readonly requestName: string | undefined;
  readonly object: ApiObject;
  readonly old: ApiObject | undefined;
}

export class GrantGuard {
  readonly #roles: RoleRules;
  readonly #authorizer: Authorizer;

  constructor(roles: RoleRules, authorizer: Authorizer) {
    this.#roles = roles;
    this.#authorizer = authorizer;
  }

  /** Throws when the user of the write gives away more than they have. */
  async check(write: GrantingWrite): Promise<void> {
    const { resource, user, old, object } = write;
    if (user.groups.includes(privilegedGroup)) return;
    const isRole = resource.plural === 'roles' || resource.plural === 'clusterroles';
    if (isRole && (await this.#mayEscalate(write))) return;
    if (old !== undefined && changesOwnersOnly(object, old)) return;
    if (isRole) this.#checkRole(write);
    else await this.#checkBinding(write);
  }

  #checkRole(write: GrantingWrite): void {
    const { object, old } = write;
    this.#confirm(write, rulesOfRole(object));
    if (!hasAt(object, 'aggregationRule') && !(old && hasAt(old, 'aggregationRule'))) return;
    if (this.#problem(write, everything) !== undefined)
      throw refusal(write, 'must have cluster-admin privileges to use the aggregationRule');
  }

  async #checkBinding(write: GrantingWrite): Promise<void> {
    const { resource, object, namespace = '' } = write;
    if (resource.plural === 'rolebindings' && namespace === '') throw badRequest('namespace is required');
    const role = {
      kind: textAt(fieldsAt(object, 'roleRef'), 'kind'),
      name: textAt(fieldsAt(object, 'roleRef'), 'name'),
    };
    if (await this.#mayBind(write, role)) return;
    const rules = this.#roles.rulesOf(role, namespace);
    if (!isRules(rules)) throw notFound(resource, role.name); // upstream reads the role as if it were what is written
    this.#confirm(write, rules);
  }

  #confirm(write: GrantingWrite, rules: readonly PolicyRule[]): void {
    const problem = this.#problem(write, rules);
    if (problem !== undefined) throw refusal(write, problem);
  }

  /** What the user lacks of these rules, in words. */
  #problem({ user, namespace = '' }: GrantingWrite, rules: readonly PolicyRule[]): string | undefined {
    const applied = [...this.#roles.applied(user, namespace)];
    const missing = uncoveredRules(
      applied.flatMap((each) => each.rules),
      rules,
    );
    if (missing.length === 0) return undefined;
    const unresolved = aggregated(applied.flatMap(({ problem }) => problem?.message ?? []));
    const resolution = unresolved === '' ? '' : `; resolution errors: [${unresolved}]`;
    return `user ${quote(user.name)} (groups=${printedList(user.groups)}) is attempting to grant RBAC permissions not currently held:\n${printedRules(missing).join('\n')}${resolution}`;
  }

  #mayEscalate({ user, resource, namespace, requestName }: GrantingWrite): Promise<boolean> {
    return this.#may(user, 'escalate', {
      group: resource.group,
      version: '*',
      plural: resource.plural,
      ...(namespace && { namespace }),
      ...(requestName && { name: requestName }),
    });
  }

  async #mayBind({ user, namespace }: GrantingWrite, { kind, name }: { kind: string; name: string }): Promise<boolean> {
    const plural = kind === 'Role' ? 'roles' : kind === 'ClusterRole' ? 'clusterroles' : undefined;
    if (plural === undefined) return false;
    return this.#may(user, 'bind', { group: rbacGroup, version: '*', plural, name, ...(namespace && { namespace }) });
  }

  async #may(user: UserInfo, verb: string, resource: ResourceAccess): Promise<boolean> {
    const { decision } = await this.#authorizer.authorize({ user, verb, resource });
    return decision === 'allow';
  }
}

const noWords = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };

/** What an aggregated role may come to allow. */
const everything: readonly PolicyRule[] = [
  { ...noWords, verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { ...noWords, verbs: ['*'], nonResourceURLs: ['*'] },
];

const refusal = ({ resource, object }: GrantingWrite, problem: string) =>
  forbidden(resource, object.metadata.name ?? '', problem);

/** True where only finalizers and owners change, as they do when the object is being collected. */
function changesOwnersOnly(object: ApiObject, old: ApiObject): boolean {
  const { metadata: before, ...rest } = old;
  const { metadata: after, ...others } = object;
  return deepEqual(rest, others) && deepEqual(withoutOwners(before), withoutOwners(after));
}

function withoutOwners(metadata: ApiObject['metadata']): object {
  const { finalizers: _finalizers, ownerReferences: _owners, managedFields: _managed, ...rest } = metadata;
  return rest;
}
