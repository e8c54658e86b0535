/**
 * Which object is meant: by key, by name and namespace, or by an object that has both. A namespace on a cluster-scoped kind does not
 * compile; a key that has one is refused at run time.
 */
import { InvalidInputError, nameOf, namespaceOf, parseKey, uidOf } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KindScope, ObjectMeta, ObjectName, ResourceScope } from '@reeve/machinery';

/** Anything that says which object of a kind is meant: `'default/blog'`, `{ namespace, name }`, or the object. */
export type Ref<K extends AnyKind> = string | ScopedName<KindScope<K>> | Named;

/** A name, and the namespace where the kind has one. */
export type ScopedName<Scope extends ResourceScope> = Scope extends 'Cluster'
  ? { readonly name: string; readonly namespace?: undefined; readonly metadata?: undefined }
  : { readonly name: string; readonly namespace?: string | undefined; readonly metadata?: undefined };

/** An object, frozen or not. */
export interface Named {
  readonly metadata: DeepReadonly<ObjectMeta>;
}

/** The name and namespace that are meant. A namespace that is missing may be filled in later. */
export function nameIn(kind: AnyKind, ref: Ref<AnyKind>): ObjectName {
  const { name, namespace } = typeof ref === 'string' ? parseKey(ref) : partsOf(ref);
  if (!name) throw new InvalidInputError('', `A call about a ${kind.kind} has no name: say which object is meant`);
  return namespace === undefined ? { name } : { namespace, name };
}

/** The uid of an object that is given as such. */
export const uidIn = (ref: Ref<AnyKind>): string | undefined =>
  typeof ref === 'object' && ref.metadata !== undefined ? uidOf(ref) : undefined;

const partsOf = (ref: Exclude<Ref<AnyKind>, string>): { name?: string | undefined; namespace?: string | undefined } =>
  ref.metadata === undefined ? ref : { name: nameOf(ref), namespace: namespaceOf(ref) };
