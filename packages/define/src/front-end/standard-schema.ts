/**
 * The doors through which schemas come in: a library that follows Standard Schema (zod, valibot, arktype) and can print JSON Schema, or JSON Schema itself.
 * Upstream: the Standard Schema and Standard JSON Schema interfaces.
 */

/** A schema of a library. Only what is needed here: its types, and how it prints itself. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: { readonly input: (options: PrintOptions) => object } | undefined;
  };
}

/** How a library is asked for JSON Schema. */
export interface PrintOptions {
  readonly target: 'openapi-3.0' | 'draft-07' | 'draft-2020-12';
  readonly libraryOptions?: Readonly<Record<string, unknown>>;
}

/** JSON Schema, as a plain object. What objects look like is said by a type argument: `k.json<Spec>({ … })`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

declare const jsonType: unique symbol;

/** JSON Schema that says what its values look like. */
export interface TypedJsonSchema<T> {
  readonly jsonSchema: JsonSchema;
  /** Only a type, there is no such property. */
  readonly [jsonType]?: T;
}

/** Whatever a definition takes as a schema. */
export type AnySchema = StandardSchema | TypedJsonSchema<unknown>;

/** What values are read as: defaults are there. */
export type OutputOf<S> = S extends {
  readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined };
}
  ? Output
  : S extends TypedJsonSchema<infer T>
    ? T
    : never;

/** What values are made from: what has a default may be left out. */
export type InputOf<S> = S extends {
  readonly '~standard': { readonly types?: { readonly input: infer Input } | undefined };
}
  ? Input
  : S extends TypedJsonSchema<infer T>
    ? T
    : never;

/** True of the schema of a library. */
export const isStandardSchema = (schema: object): schema is StandardSchema => '~standard' in schema;
