/**
 * Changing an object that must not be changed: the function gets a draft to write to, and what comes back is a new object
 * that shares every part the function left alone. The object that went in, frozen or not, stays as it is.
 * Upstream: `obj.DeepCopy()` before every change of what a lister returned.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { DeepWritable } from './deep-readonly.ts';
import { DraftScope } from './draft-scope.ts';
import { Draft } from './draft.ts';
import { hasParts } from './parts.ts';

/**
 * Returns `object` with the changes that `change` makes to its draft.
 *
 * - Only the levels on the way to a change are copied. Without a change, the very same object comes back; a part that is
 *   assigned an equal value stays the part it was.
 * - The result is frozen, all of it, exactly if `object` is.
 * - What is assigned may contain drafts and parts of the original. The result holds a copy of it, unless it is frozen.
 *   Change an assigned value directly or through the draft, not both.
 * - Drafts end with the edit: one that is kept throws `REEVE_DRAFT_CLOSED` on every use. So `change` cannot be async.
 */
export function edit<T extends object>(object: T, change: (draft: DeepWritable<T>) => void): T {
  if (!hasParts(object)) throw new InvalidInputError(typeof object, 'edit() takes a plain object or an array');
  const scope = new DraftScope();
  const root = new Draft(scope, object, false);
  try {
    refusePromise(change(root.proxy as DeepWritable<T>)); // the proxy behaves as the object and takes writes
  } finally {
    scope.close();
  }
  const result = root.settle(0, undefined);
  return (Object.isFrozen(object) ? deepFreeze(result) : result) as T; // the type that the draft was held to
}

function refusePromise(returned: unknown): void {
  if (!isThenable(returned)) return;
  Promise.resolve(returned).catch(() => {}); // it fails on its closed draft, which the error below announces
  throw new InvalidInputError(
    'an async function',
    'edit() takes a function that is done when it returns: await first, then edit with what came back',
  );
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
