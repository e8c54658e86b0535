/**
 * What an object must say about itself before another may refer to it.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { nameOf } from './accessors.ts';
import type { ObjectLike } from './accessors.ts';
import { describeObject } from './describe-object.ts';

/** What a reference needs to know. */
interface ObjectIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

/** The type and name of an object, all of which it must have. */
export function identityOf(object: ObjectLike): ObjectIdentity {
  const { apiVersion, kind } = object;
  const name = nameOf(object);
  if (apiVersion && kind && name) return { apiVersion, kind, name };
  const absent = [!apiVersion && 'apiVersion', !kind && 'kind', !name && 'metadata.name'].filter(Boolean).join(', ');
  throw new InvalidInputError(
    absent,
    `Cannot refer to ${describeObject(object)}: it has no ${absent}. Refer to an object that was read from the server, or made with Kind.of() and named`,
  );
}
