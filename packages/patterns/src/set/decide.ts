/**
 * Decides what has to happen to each object of a set, and to each member that is no longer in it. Decided without I/O.
 */
import {
  annotationOf,
  deletionStarted,
  formatGroupKind,
  labelOf,
  nestedField,
  semanticDerivative,
  semanticEqual,
} from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KubeObject, ObjectKey } from '@reeve/machinery';
import { wranglerPruneLabel } from '../migration/wrangler-set.ts';
import type { DesiredObject } from './desired-objects.ts';
import { mayAdopt, possessionOf } from './foreign-owner.ts';
import type { LiveState } from './live-state.ts';
import type { ResolvedSet } from './resolved-set.ts';
import type { LiveObject, SetAccess } from './set-access.ts';
import { ForeignObjectError } from './set-errors.ts';
import { partOfLabel, pruneMark } from './set-labels.ts';

/** What has to happen to an object that the set wants. */
export type Decision = { readonly desired: DesiredObject } & (
  | { readonly type: 'create' }
  | { readonly type: 'apply'; readonly live: LiveObject; readonly isAdoption: boolean }
  | { readonly type: 'replace'; readonly live: LiveObject; readonly reason: string }
  | { readonly type: 'wait'; readonly live: LiveObject; readonly reason: string }
  | { readonly type: 'refuse'; readonly live: LiveObject; readonly error: ForeignObjectError }
);

/** What has to happen to a member that the set no longer wants. */
export interface Removal {
  readonly type: 'delete' | 'protect';
  readonly kind: AnyKind;
  readonly key: ObjectKey;
  readonly live: LiveObject;
  readonly reason?: string;
}

/** A member on the server, and the kind by which it was found. */
export interface Member {
  readonly kind: AnyKind;
  readonly key: ObjectKey;
  /** As that of the object which the set wants: group, kind and key. */
  readonly id: string;
  readonly object: LiveObject;
}

/** The name of an object in messages. */
export const describeMember = ({ kind, key }: { readonly kind: AnyKind; readonly key: string }): string =>
  `${formatGroupKind(kind)} ${key}`;

/** What has to happen to one object that is wanted. */
export function decide(
  set: ResolvedSet,
  access: Pick<SetAccess, 'isApplied'>,
  desired: DesiredObject,
  live: LiveObject | undefined,
): Decision {
  if (live === undefined) return { type: 'create', desired };
  const possession = possessionOf(set, live);
  if (!mayAdopt(set, possession, live, desired.object)) {
    const owner = possession.type === 'own' ? '' : possession.owner;
    return { type: 'refuse', desired, live, error: new ForeignObjectError(describeMember(desired), owner) };
  }
  if (deletionStarted(live))
    return { type: 'wait', desired, live, reason: 'it is being deleted, and is created again when it is gone' };
  const isAdoption = labelOf(live, partOfLabel) !== set.identity;
  if (!isAdoption && access.isApplied(desired.object, live)) return { type: 'apply', desired, live, isAdoption };
  const field = changedImmutableField(desired.kind, desired.object, live);
  return field === undefined
    ? { type: 'apply', desired, live, isAdoption }
    : { type: 'replace', desired, live, reason: `${field} cannot be changed` };
}

/** The members that are not wanted, by kind in the order of the kinds, and by name. */
export function removals(set: ResolvedSet, wanted: readonly DesiredObject[], members: readonly Member[]): Removal[] {
  const ids = new Set(wanted.map(({ id }) => id));
  return members
    .filter(({ id, object }) => !ids.has(id) && !deletionStarted(object))
    .map(({ kind, key, object: live }): Removal => {
      const member = { kind, key, live };
      const reason = protection(set, kind, live);
      return reason === undefined ? { type: 'delete', ...member } : { type: 'protect', ...member, reason };
    });
}

/** True where every object is as the set wants it, and no member is to be deleted. */
export const isAsWanted = (
  set: ResolvedSet,
  access: Pick<SetAccess, 'isApplied'>,
  wanted: readonly DesiredObject[],
  { members, existing }: LiveState,
): boolean =>
  wanted.every((desired) => {
    const live = existing.get(desired.id);
    return live !== undefined && labelOf(live, partOfLabel) === set.identity && access.isApplied(desired.object, live);
  }) && removals(set, wanted, members).every(({ type }) => type === 'protect');

/** Why a member is not deleted. */
function protection({ options: { prune = true } }: ResolvedSet, kind: AnyKind, live: LiveObject): string | undefined {
  const mark = labelOf(live, pruneMark) ?? annotationOf(live, pruneMark) ?? labelOf(live, wranglerPruneLabel);
  if (mark === 'false') return `it is marked ${pruneMark}: "false"`;
  if (prune === false) return 'the set prunes nothing';
  if (typeof prune === 'object' && prune.exceptKinds.some((one) => isSameGroupKind(one, kind)))
    return `the set does not prune ${kind.kind}`;
  return undefined;
}

const isSameGroupKind = (one: AnyKind, other: AnyKind): boolean => one.kind === other.kind && one.group === other.group;

/**
 * Fields that a server never changes: an object that needs another value there is deleted and created again.
 * Upstream: rancher/wrangler's reconcilers for Secrets, Services, Deployments, DaemonSets and Jobs.
 */
const immutableFields: Readonly<Record<string, readonly string[]>> = {
  'DaemonSet.apps': ['spec.selector'],
  'Deployment.apps': ['spec.selector'],
  'Job.batch': ['spec.selector', 'spec.template', 'spec.completionMode'],
  'ReplicaSet.apps': ['spec.selector'],
  'RoleBinding.rbac.authorization.k8s.io': ['roleRef'],
  'ClusterRoleBinding.rbac.authorization.k8s.io': ['roleRef'],
  Secret: ['type'],
  Service: ['spec.type'],
  'StatefulSet.apps': ['spec.selector', 'spec.serviceName', 'spec.podManagementPolicy'],
};

/** The first field that would have to change and cannot; undefined where there is none. */
function changedImmutableField(
  kind: Pick<AnyKind, 'group' | 'kind'>,
  desired: DeepReadonly<KubeObject>,
  live: DeepReadonly<KubeObject>,
): string | undefined {
  const isSealed = valueAt(live, ['immutable']) === true;
  if (isSealed && !semanticEqual(valueAt(desired, ['data']), valueAt(live, ['data']))) return 'data';
  return immutableFields[formatGroupKind(kind)]?.find((field) => {
    const path = field.split('.');
    const wanted = valueAt(desired, path);
    return wanted !== undefined && !semanticDerivative(wanted, valueAt(live, path));
  });
}

const valueAt = (object: DeepReadonly<KubeObject>, path: readonly string[]): unknown => nestedField(object, path).value;
