/**
 * The types of a resource's objects, from the schemas of its options.
 */
import type { KubeObject, ObjectMeta, ResourceScope } from '@reeve/machinery';
import type { AnySchema, InputOf, OutputOf } from '../front-end/standard-schema.ts';
import type { ServedVersionOptions, VersionOptions } from './resource-options.ts';

/** What objects are read as: defaults are there. */
export type ObjectOf<O extends VersionOptions> = KubeObject &
  (O extends { readonly spec: infer Spec extends AnySchema } ? { spec: OutputOf<Spec> } : unknown) &
  (O extends { readonly status: infer Status extends AnySchema } ? { status?: OutputOf<Status> } : unknown) &
  (O extends { readonly fields: infer Fields extends Record<string, AnySchema> }
    ? FieldsOf<Fields, RequiredOf<O>>
    : unknown);

/** What objects are made from: what has a default may be left out, the spec too if all of it may. */
export type InputObjectOf<O extends VersionOptions> = { metadata: ObjectMeta } & (O extends {
  readonly spec: infer Spec extends AnySchema;
}
  ? SpecInput<InputOf<Spec>>
  : unknown) &
  (O extends { readonly status: infer Status extends AnySchema } ? { status?: InputOf<Status> } : unknown) &
  (O extends { readonly fields: infer Fields extends Record<string, AnySchema> }
    ? FieldsOf<Fields, RequiredOf<O>>
    : unknown);

type SpecInput<Spec> = object extends Spec ? { spec?: Spec } : { spec: Spec };

type RequiredOf<O> = O extends { readonly required: readonly (infer Name)[] } ? Name : never;

type FieldsOf<Fields extends Record<string, AnySchema>, Required> = {
  [Name in Extract<keyof Fields, Required>]: OutputOf<Fields[Name]>;
} & { [Name in Exclude<keyof Fields, Required>]?: OutputOf<Fields[Name]> };

/** The subresources that the options ask for. */
export type SubresourcesOf<O extends VersionOptions> =
  | (O extends { readonly statusSubresource: false }
      ? never
      : O extends { readonly status: AnySchema }
        ? 'status'
        : never)
  | (O extends { readonly scale: object } ? 'scale' : never);

/** The scope that the options say. */
export type ScopeOf<O> = O extends { readonly scope: infer Scope extends ResourceScope } ? Scope : 'Namespaced';

/** The version that objects are stored in: the one that says so, or the only one. */
export type StorageOf<Versions extends Readonly<Record<string, ServedVersionOptions>>> = [MarkedOf<Versions>] extends [
  never,
]
  ? keyof Versions
  : MarkedOf<Versions>;

/** The version through which all convert: the one that is named, or the stored one. */
export type HubOf<O, Versions extends Readonly<Record<string, ServedVersionOptions>>> = O extends {
  readonly hub: infer Hub extends keyof Versions;
}
  ? Hub
  : StorageOf<Versions>;

type MarkedOf<Versions extends Readonly<Record<string, ServedVersionOptions>>> = {
  [V in keyof Versions]: Versions[V] extends { readonly storage: true } ? V : never;
}[keyof Versions];
