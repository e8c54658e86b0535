/**
 * Keeps the number of managers that update in bounds: beyond ten, the oldest are put together, those of each version under one name.
 * Upstream: apimachinery managedfields, capManagersManager.
 */
import { identityOf, type Manager } from './manager.ts';
import { compare, secondsOf, type Managers } from './managers.ts';

const maxUpdaters = 10;
const ancientName = 'ancient-changes';

export function capUpdaters(managers: Managers): Managers {
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update');
  if (updaters.length <= maxUpdaters) return managers;
  const left = new Map(managers);
  const firsts = new Map<string, string>();
  let count = updaters.length;
  for (const [identity, manager] of updaters.toSorted(oldestFirst)) {
    if (count <= maxUpdaters) break;
    const first = firsts.get(manager.apiVersion);
    if (first === undefined) firsts.set(manager.apiVersion, identity);
    else {
      putTogether(left, first, identity, manager);
      count -= 1;
    }
  }
  return left;
}

/** Moves a manager's fields to those of its version that are ancient. The first one is renamed when the second one comes. */
function putTogether(managers: Map<string, Manager>, first: string, identity: string, manager: Manager): void {
  const ancient = { ...manager, name: ancientName, subresource: '' };
  const bucket = identityOf(ancient);
  const before = managers.get(bucket) ?? managers.get(first);
  if (!managers.has(bucket)) managers.delete(first);
  managers.delete(identity);
  managers.set(bucket, { ...ancient, fields: before ? manager.fields.union(before.fields) : manager.fields });
}

function oldestFirst([one, early]: [string, Manager], [other, late]: [string, Manager]): number {
  return secondsOf(early) - secondsOf(late) || compare(one, other);
}
