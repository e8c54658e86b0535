/**
 * A kind as a value: what it is called, where it is served, and, for the compiler, what its objects look like. Verbs take
 * it first (`client.get(Pod, key)`), so that nobody registers types or guesses plurals. Plain frozen data with a few
 * functions that need no `this`: spread it to extend it, or into `defineKind` to derive another.
 * Upstream: the pair of Go type and runtime/schema GroupVersionKind; meta.RESTMapping.
 */
import type { HasMetadata } from '../object/accessors.ts';
import type { KubeObject, TypeMeta } from '../object/kube-object.ts';
import type { ObjectKey } from '../object/object-key.ts';
import type { DeepReadonly } from '../json/deep-readonly.ts';
import { sameGvk } from './group-kind.ts';
import type { GroupVersionKind } from './group-kind.ts';
import type { GroupVersionResource } from './group-resource.ts';
import type { ResourceTarget } from './resource-path.ts';
import type { ResourceScope } from '../object/resource-scope.ts';

declare const objectType: unique symbol;
declare const inputType: unique symbol;

/** What makes a kind: `plural` is never guessed, the other names have Kubernetes' usual defaults. */
export interface KindDefinition<Scope extends ResourceScope, Subresources extends string> {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The name in URLs. */
  readonly plural: string;
  readonly scope: Scope;
  /** The lower-case kind unless given. */
  readonly singular?: string;
  /** The kind followed by `List` unless given. */
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly Subresources[];
}

/** A kind of object. */
export interface Kind<
  T extends KubeObject = KubeObject,
  Scope extends ResourceScope = ResourceScope,
  Subresources extends string = string,
> extends Required<KindDefinition<Scope, Subresources>> {
  readonly apiVersion: string;
  readonly gvk: GroupVersionKind;
  readonly gvr: GroupVersionResource;

  /** Makes an object of this kind: fills in `apiVersion` and `kind`. The input is shared, not copied. What is given a name has one, as applying it needs. */
  of(this: void, input: KindInput<T> & Named): T & Named;
  of(this: void, input: KindInput<T>): T;

  /** True of objects of this kind, told by `apiVersion` and `kind`. What is readonly stays so. */
  is(this: void, object: KubeObject): object is T;
  is(this: void, object: DeepReadonly<KubeObject>): object is DeepReadonly<KubeObject> & DeepReadonly<NoInfer<T>>;
  is(this: void, object: unknown): object is T;

  /** The key of an object of this kind: with its namespace, which it must have, or without for cluster-scoped kinds. */
  key(this: void, object: HasMetadata): ObjectKey;

  /** The path of all objects, of those in a namespace, of one object, or of a subresource of it. */
  path(this: void, target?: ResourceTarget<Scope, Subresources>): string;

  /** Only a type, there is no such property: what `KindObject` reads. */
  readonly [objectType]?: T;
}

/** What has a name, and not just the prefix of one. */
export interface Named {
  metadata: { name: string };
}

/** A kind of which nothing is known at compile time. Every kind is one. */
export type AnyKind = Kind;

/** The objects of a kind: `KindObject<typeof Pod>` is `Pod`. */
export type KindObject<K extends AnyKind> = K extends { readonly [objectType]?: infer T } ? T : never;

/** What a new object of a kind is made from: fields that the server fills in may be left out, `apiVersion` and `kind` too. */
export type KindInputOf<K extends AnyKind> = K extends KindWithInput<infer Input> ? Input : KindInput<KindObject<K>>;

/** A kind whose objects are made from less than what they are read as, because defaults are filled in. */
export interface KindWithInput<Input> {
  /** Only a type, there is no such property: what `KindInputOf` reads. */
  readonly [inputType]: Input;
}

/** The scope of a kind. */
export type KindScope<K extends AnyKind> = K['scope'];

/** The names of the subresources of a kind. */
export type KindSubresource<K extends AnyKind> = K['subresources'][number];

/** An object that is to become one of a kind: all of it but `apiVersion` and `kind`. */
export type KindInput<T extends KubeObject> = { [Field in keyof T as Exclude<Field, keyof TypeMeta>]: T[Field] };

/** True when both are the same kind of the same group and version, even if they are different values. */
export const sameKind = (one: AnyKind, other: AnyKind): boolean => sameGvk(one.gvk, other.gvk);
