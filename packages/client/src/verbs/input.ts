/**
 * What callers hand to writes: objects of a kind, frozen or not, with or without `apiVersion` and `kind`.
 */
import { InvalidInputError, isJsonObject } from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KindInput, KindInputOf, KindObject, TypeMeta } from '@reeve/machinery';

/** An object of a kind to write. */
export type Input<K extends AnyKind> = DeepReadonly<KindInputOf<K>> & Readonly<TypeMeta>;

/** Some fields of an object of a kind, to apply: those that the caller wants to own. */
export type ApplyInput<K extends AnyKind> = DeepReadonly<PartialInput<KindInput<KindObject<K>>>> &
  Readonly<TypeMeta> & { readonly metadata: { readonly name: string } };

/** The object with its type. One of another kind is refused, metadata alone included. */
export function typed(kind: AnyKind, object: object): object {
  if (!isJsonObject(object)) throw new InvalidInputError(typeof object, `A ${kind.kind} to write is an object`);
  return kind.of(object as unknown as Parameters<AnyKind['of']>[0]);
}

/** Everything optional, at every level; lists stay whole. */
type PartialInput<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Field in keyof T]?: PartialInput<T[Field]> }
    : T;
