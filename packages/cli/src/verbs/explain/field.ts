/**
 * A field as its schema describes it: through references, lists and maps to the fields it has.
 */
import type { KindSchema } from '@reeve/client';
import { isJsonArray, isJsonObject } from '@reeve/machinery';

type Schema = Readonly<Record<string, unknown>>;

/** A field of an object. */
export interface Field {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

/** What a schema says of a field. */
export interface Described {
  readonly description: string | undefined;
  readonly type: string;
  readonly fields: readonly Field[];
  readonly values: readonly unknown[];
  /** The name of the schema that it refers to. */
  readonly reference: string | undefined;
}

/** Describes a field, or a whole kind. */
export function schemaOf({ schema }: Field, schemas: KindSchema): Described {
  const own = objectOf(schema);
  const { schema: inner, reference } = innermost(own, schemas);
  const itself = resolved(own, schemas);
  const required = isJsonArray(inner['required']) ? inner['required'] : [];
  const properties = objectOf(inner['properties']);
  const described = [own, itself, inner].find(
    ({ description }) => typeof description === 'string' && description !== '',
  );
  return {
    description: described?.['description'] as string | undefined, // looked at just above
    type: typeOf(schema, schemas),
    values: isJsonArray(itself['enum']) ? itself['enum'] : [],
    reference,
    fields: Object.keys(properties)
      .toSorted()
      .map((name) => ({ name, schema: properties[name], isRequired: required.includes(name) })),
  };
}

/** The type as people write it: `string`, `[]Container`, `map[string]string`. */
export function typeOf(schema: unknown, schemas: KindSchema): string {
  const own = objectOf(schema);
  const reference = referenceOf(own);
  if (reference !== undefined) {
    const { type: behind } = resolved(own, schemas);
    const isPlain = typeof behind === 'string' && behind !== 'object' && behind !== 'array';
    return isPlain ? behind : reference.slice(reference.lastIndexOf('.') + 1);
  }
  const { type, items, additionalProperties } = own;
  if (own['x-kubernetes-int-or-string'] === true) return 'IntOrString';
  if (type === 'array') return `[]${typeOf(items, schemas)}`;
  if (type === 'object' && isJsonObject(additionalProperties))
    return `map[string]${typeOf(additionalProperties, schemas)}`;
  return typeof type === 'string' ? type.replace(/^object$/, 'Object') : 'Object';
}

/** The schema behind references, lists and maps, whose fields are meant. */
function innermost(schema: Schema, schemas: KindSchema): { schema: Schema; reference: string | undefined } {
  let [here, reference]: [Schema, string | undefined] = [schema, undefined];
  for (let depth = 0; depth < 20; depth += 1) {
    reference = referenceOf(here) ?? reference;
    const next = resolved(here, schemas);
    if (next !== here) here = next;
    else if (here['type'] === 'array') here = objectOf(here['items']);
    else if (isJsonObject(here['additionalProperties'])) here = objectOf(here['additionalProperties']);
    else break;
  }
  return { schema: here, reference };
}

const resolved = (schema: Schema, { resolve }: KindSchema): Schema => {
  const reference = referenceOf(schema);
  return reference === undefined ? schema : (resolve(reference) ?? {});
};

/** Where a schema refers to another, itself or through a single `allOf`. */
function referenceOf(schema: Schema): string | undefined {
  const { $ref, allOf } = schema;
  if (typeof $ref === 'string') return $ref;
  return isJsonArray(allOf) && allOf.length === 1 ? referenceOf(objectOf(allOf[0])) : undefined;
}

const objectOf = (value: unknown): Schema => (isJsonObject(value) ? value : {});
