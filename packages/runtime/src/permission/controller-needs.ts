/**
 * What a controller needs by its definition: to read and watch what it looks at, and to write what it owns and its own status.
 */
import type { ControllerDefinition } from '../controller/define-controller.ts';
import { ownedOf } from '../controller/define-controller.ts';
import type { PermissionNeed } from './check-permissions.ts';

const reading = ['get', 'list', 'watch'];
const writing = ['create', 'update', 'patch', 'delete'];

/** The needs of a definition. What it writes besides is its own to declare. */
export function controllerNeeds({
  for: kind,
  owns = [],
  watches = [],
}: ControllerDefinition): readonly PermissionNeed[] {
  const hasStatus = kind.subresources.includes('status');
  return [
    { kind, verbs: reading },
    ...(hasStatus ? [{ kind, subresource: 'status', verbs: ['patch'] }] : []),
    ...owns.map((owned) => ({ kind: ownedOf(owned).kind, verbs: [...reading, ...writing] })),
    ...watches.map((watched) => ({ kind: watched.kind, verbs: reading })),
  ];
}
