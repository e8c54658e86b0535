/**
 * Who has an object that exists and is not in the set yet. Decided without I/O.
 */
import { annotationOf, controllerOf, isSameOwner, labelOf, uidOf } from '@reeve/machinery';
import { wranglerHashLabel, wranglerSetOf } from '../migration/wrangler-set.ts';
import type { ResolvedSet } from './resolved-set.ts';
import type { LiveObject } from './set-access.ts';
import { partOfLabel, setOwnerAnnotation } from './set-labels.ts';

/** Who has it: this set (or its owner), nobody in particular, or somebody else. */
export type Possession =
  | { readonly type: 'own' }
  | { readonly type: 'unowned'; readonly owner: string }
  | { readonly type: 'foreign'; readonly owner: string };

/** Who has the object. */
export function possessionOf(set: ResolvedSet, live: LiveObject): Possession {
  const part = labelOf(live, partOfLabel);
  if (part === set.identity) return { type: 'own' };
  if (part !== undefined) return { type: 'foreign', owner: otherSet(live, part) };
  const hash = labelOf(live, wranglerHashLabel);
  if (hash !== undefined)
    return hash === set.options.wranglerHash ? { type: 'own' } : { type: 'foreign', owner: wranglerOwner(live) };
  const controller = controllerOf(live);
  if (controller === undefined) return { type: 'unowned', owner: `no object set${managersOf(live)}` };
  return isOwner(set, controller)
    ? { type: 'own' }
    : { type: 'foreign', owner: `${controller.kind} ${controller.name}` };
}

/** True where the set may take the object over. */
export function mayAdopt(
  { options: { adopt = 'never' } }: ResolvedSet,
  possession: Possession,
  live: LiveObject,
  desired: LiveObject,
): boolean {
  if (possession.type === 'own') return true;
  if (typeof adopt === 'function') return adopt(live, desired);
  return adopt === 'always' || (adopt === 'unowned' && possession.type === 'unowned');
}

function isOwner({ owner }: ResolvedSet, controller: NonNullable<ReturnType<typeof controllerOf>>): boolean {
  if (owner === undefined) return false;
  const uid = uidOf(owner);
  const { apiVersion = '', kind = '', metadata } = owner;
  return uid === undefined || uid === controller.uid
    ? isSameOwner(controller, { apiVersion, kind, name: metadata.name ?? '' })
    : false;
}

function otherSet(live: LiveObject, part: string): string {
  const owner = annotationOf(live, setOwnerAnnotation);
  return owner === undefined ? `the object set ${part}` : `another object set, of ${owner}`;
}

function wranglerOwner(live: LiveObject): string {
  const { id = '', owner, hash } = wranglerSetOf(live) ?? { hash: '' };
  const name =
    owner === undefined ? '' : ` of ${owner.kind} ${[owner.namespace, owner.name].filter(Boolean).join('/')}`;
  return `the object set ${id || hash}${name} of wrangler`;
}

/** Those who have set its fields, where the server has told. */
function managersOf({ metadata: { managedFields = [] } }: LiveObject): string {
  const managers = [...new Set(managedFields.flatMap(({ manager }) => (manager === undefined ? [] : [manager])))];
  return managers.length === 0 ? '' : `; its fields were set by ${managers.join(', ')}`;
}
