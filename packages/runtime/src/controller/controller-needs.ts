/**
 * What a controller may do by its definition: read and watch what it looks at, write what it owns and its own status, and what it declares besides.
 */
import type { ControllerDefinition } from './define-controller.ts';
import { ownedOf } from './define-controller.ts';
import { hasSeveralVersions } from '../definition/defaults-of-newer.ts';
import type { Permission } from '../permission/permission.ts';

const reading = ['get', 'list', 'watch'] as const;
const writing = ['create', 'update', 'patch', 'delete'] as const;

/** The permissions of a definition. */
export function controllerNeeds({
  for: kind,
  owns = [],
  watches = [],
  permissions = [],
}: Pick<ControllerDefinition, 'for' | 'owns' | 'watches' | 'permissions'>): readonly Permission[] {
  const hasStatus = kind.subresources.includes('status');
  return [
    { kind, verbs: reading },
    ...(hasStatus ? [{ kind, subresource: 'status', verbs: ['patch'] } as const] : []),
    ...(hasSeveralVersions(kind) ? [{ kind, verbs: ['patch'] } as const] : []), // see write/field-versions.ts
    ...owns.map((owned) => ({ kind: ownedOf(owned).kind, verbs: [...reading, ...writing] })),
    ...watches.map((watched) => ({ kind: watched.kind, verbs: reading })),
    ...permissions,
  ];
}
