/**
 * How documents call groups and operations: the words of a group written together.
 */

/** `rbacAuthorization_v1`, as documents group their operations. */
export const tagOf = (group: string, version: string): string => `${groupWord(group)}_${version}`;

/** `rbacAuthorizationV1`, in the middle of the names of operations. */
export const idOf = (group: string, version: string): string => capital(groupWord(group)) + capital(version);

/** `rbacAuthorization` for `rbac.authorization.k8s.io`, `core` for the one without a name. */
export function groupWord(group: string): string {
  const [first = '', ...rest] = (group === '' ? 'core' : group.replace(/\.k8s\.io$/, '')).split(/[.-]/);
  return first + rest.map(capital).join('');
}

export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
