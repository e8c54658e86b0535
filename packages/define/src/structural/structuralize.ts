/**
 * Turns JSON Schema into the structural schema that a CustomResourceDefinition takes: every field has one type, junctors only restrict,
 * nothing refers to anything. What cannot be said is noted with its path and what to write instead.
 * Upstream: the rules of apiextensions' structural schemas, and what controller-gen emits.
 */
import { isJsonObject } from '@reeve/machinery';
import type { Notes } from '../front-end/json-schema-of.ts';
import type { JsonSchema } from '../front-end/standard-schema.ts';
import { numberKeywords } from './numbers.ts';
import { normalized } from './normalized.ts';
import { objectKeywords } from './objects.ts';
import { stringKeywords } from './strings.ts';
import { withoutUnion } from './unions.ts';

/** A schema under construction. */
export type Structural = Record<string, unknown>;

/** Where the pass is, and what it needs to know there. */
export interface Place {
  readonly path: string;
  readonly root: JsonSchema;
  readonly notes: Notes;
  /** References that are being followed, to notice recursion. */
  readonly following: readonly string[];
}

/** The structural schema of a JSON Schema. Problems are noted, and then the result is of no use. */
export function structuralize(schema: JsonSchema, path: string, notes: Notes): Structural {
  return structuralAt(schema, { path, root: schema, notes, following: [] });
}

/** The structural schema of a part. */
export function structuralAt(given: unknown, place: Place): Structural {
  const resolved = resolve(given, place);
  if (resolved === undefined) return {};
  const [schema, inside] = resolved;
  const plain = normalized(schema);
  if (plain['x-kubernetes-int-or-string'] === true) return intOrString(plain);
  const typed = withType(withoutUnion(plain, inside), inside);
  const keywords = { ...numberKeywords(typed, inside), ...stringKeywords(typed, inside) };
  return objectKeywords(withoutUndefined({ ...typed, ...keywords }), inside, structuralAt);
}

/** Follows references, and refuses what is no schema. */
function resolve(given: unknown, place: Place): readonly [JsonSchema, Place] | undefined {
  if (!isJsonObject(given)) {
    place.notes.problems.add(
      place.path,
      `${JSON.stringify(given)} is not a schema here`,
      'write an object with a type',
    );
    return undefined;
  }
  const reference = given['$ref'];
  if (typeof reference !== 'string') return [given, place];
  if (reference === '#' || place.following.includes(reference)) {
    const advice = 'use k.preserveUnknown() where the schema refers to itself';
    place.notes.problems.add(place.path, 'recursion cannot be expressed', advice);
    return undefined;
  }
  const target = lookUp(place.root, reference);
  const next = { ...place, following: [...place.following, reference] };
  return resolve(isJsonObject(target) ? { ...target, ...without(given, '$ref') } : target, next);
}

function lookUp(root: JsonSchema, reference: string): unknown {
  const parts = reference.replace(/^#\//u, '').split('/');
  return parts.reduce<unknown>((at, part) => (isJsonObject(at) ? at[part] : undefined), root);
}

const without = (schema: JsonSchema, key: string): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));

/** The one form in which a server takes int-or-string. */
function intOrString(schema: JsonSchema): Structural {
  const branches = Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isJsonObject) : [];
  const pattern = schema['pattern'] ?? branches.map((branch) => branch['pattern']).find((one) => one !== undefined);
  const kept = ['description', 'title', 'default', 'example', 'nullable', 'enum', 'x-kubernetes-validations'];
  return withoutUndefined({
    ...Object.fromEntries(kept.map((key) => [key, schema[key]])),
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    pattern,
    'x-kubernetes-int-or-string': true,
  });
}

/** Every field has a type, or keeps whatever it is given. */
function withType(schema: Structural, { path, notes }: Place): Structural {
  if (schema['type'] !== undefined || schema['x-kubernetes-preserve-unknown-fields'] === true) return schema;
  if (Array.isArray(schema['enum'])) return { ...schema, type: typeOfAll(schema['enum']) };
  if (schema['properties'] !== undefined || schema['additionalProperties'] !== undefined)
    return { ...schema, type: 'object' };
  notes.problems.add(
    path,
    'the schema says nothing about the type',
    'write a type, or k.preserveUnknown() for any value',
  );
  return schema;
}

function typeOfAll(values: readonly unknown[]): string {
  if (values.every((value) => Number.isInteger(value))) return 'integer';
  return typeof values[0];
}

const withoutUndefined = (schema: Structural): Structural =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
