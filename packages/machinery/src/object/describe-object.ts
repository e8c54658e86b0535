/**
 * How messages call an object: `Deployment default/blog`. Works on anything, since it runs when something is wrong already.
 */
import { nameOf, namespaceOf } from './accessors.ts';
import type { ObjectLike } from './accessors.ts';

/** Kind, namespace and name of an object, as far as it has them. */
export function describeObject(object: ObjectLike): string {
  const generateName = object.metadata?.generateName;
  const name = nameOf(object) ?? (generateName ? `${generateName}*` : 'without a name');
  const namespace = namespaceOf(object);
  return `${object.kind ?? 'Object'} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}
