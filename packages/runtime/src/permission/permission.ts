/**
 * What somebody may do, as data: verbs on a kind, or on URLs that are no resource. The words are those of a rule in a Role or ClusterRole; kinds are values, so that group and
 * plural cannot be misspelled.
 * Upstream: rbac/v1 PolicyRule, kubebuilder's RBAC markers.
 */
import { InvalidInputError } from '@reeve/machinery';
import type { AnyKind } from '@reeve/machinery';

/** The verbs of permissions. An apply is a `patch`, and a `create` where there is nothing to patch. */
export type PermissionVerb = (typeof permissionVerbs)[number];

/** Verbs on the objects of a kind. */
export interface ResourcePermission {
  readonly kind: AnyKind;
  readonly verbs: readonly PermissionVerb[];
  /** On a subresource of the objects (`status`, `scale`, `log`), instead of the objects themselves. */
  readonly subresource?: string;
  /** Where; the whole cluster unless given. */
  readonly namespace?: string;
  /** On the objects of these names only. */
  readonly names?: readonly string[];
  readonly nonResourceURLs?: never;
}

/** Verbs on URLs that are no resource, such as `/metrics`; a `*` at the end stands for any rest. */
export interface NonResourcePermission {
  readonly nonResourceURLs: readonly string[];
  readonly verbs: readonly ('get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options')[];
  readonly kind?: never;
}

/** What somebody may do. */
export type Permission = ResourcePermission | NonResourcePermission;

/** A request, as permissions see it. */
export interface ResourceAccess {
  readonly kind: AnyKind;
  readonly verb: PermissionVerb;
  readonly subresource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

const permissionVerbs = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'approve',
  'attest',
  'bind',
  'escalate',
  'impersonate',
  'sign',
  'use',
] as const;

const urlVerbs = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

/** True where one of the permissions covers the request. */
export const covers = (permissions: readonly Permission[], access: ResourceAccess): boolean =>
  permissions.some((permission) => permission.kind !== undefined && coversAccess(permission, access));

const coversAccess = (permission: ResourcePermission, { kind, verb, ...access }: ResourceAccess): boolean =>
  permission.kind.group === kind.group &&
  permission.kind.plural === kind.plural &&
  permission.verbs.includes(verb) &&
  permission.subresource === access.subresource &&
  (permission.namespace === undefined || permission.namespace === access.namespace) &&
  (permission.names === undefined || (access.name !== undefined && permission.names.includes(access.name)));

/** The permissions as they are; one that could never be granted is an `InvalidInputError`. */
export function checkedPermissions(permissions: readonly Permission[]): readonly Permission[] {
  for (const permission of permissions) {
    if (permission?.kind === undefined) checkUrls(permission);
    else checkResource(permission);
  }
  return permissions;
}

function checkUrls(permission: NonResourcePermission | undefined): void {
  const { nonResourceURLs = [], verbs = [] } = permission ?? {};
  if (nonResourceURLs.length === 0)
    throw refused('a permission needs a kind or nonResourceURLs: { kind: Secret, verbs: ["get"] }');
  const bad = nonResourceURLs.find((url) => !/^\/[^*]*\*?$/.test(url) && url !== '*');
  if (bad !== undefined) throw refused(`${bad} is no URL of a permission: write a path such as /metrics or /logs/*`);
  checkVerbs(nonResourceURLs.join(', '), verbs, urlVerbs);
}

function checkResource({ kind, verbs, namespace, names }: ResourcePermission): void {
  if (typeof kind.plural !== 'string') throw refused('the kind of a permission is a Kind value, such as Secret');
  checkVerbs(kind.plural, verbs, permissionVerbs);
  if (namespace !== undefined && kind.scope === 'Cluster')
    throw refused(`a ${kind.kind} is in no namespace: leave out the namespace of the permission on ${kind.plural}`);
  if (names === undefined) return;
  if (names.length === 0)
    throw refused(`names of the permission on ${kind.plural} is empty: leave it out for all names`);
  if (verbs.includes('create') || verbs.includes('deletecollection'))
    throw refused(
      `a permission with names never covers create or deletecollection, as the server knows no name when it looks: give ${kind.plural} another permission for them, without names`,
    );
}

function checkVerbs(what: string, verbs: readonly string[] | undefined, known: readonly string[]): void {
  if (!Array.isArray(verbs) || verbs.length === 0)
    throw refused(`the permission on ${what} has no verbs: verbs: ["get"]`);
  const unknown = verbs.find((verb) => !known.includes(verb));
  if (unknown !== undefined)
    throw refused(`${JSON.stringify(unknown)} is no verb of a permission on ${what}: there are ${known.join(', ')}`);
}

const refused = (message: string): InvalidInputError => new InvalidInputError('permissions', message);
