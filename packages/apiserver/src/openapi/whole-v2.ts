/**
 * All parts as the one document of OpenAPI 2.0.
 */
import { customSchemaV2, builtinSchemaV2 } from './schema-v2.ts';
import type { Schema } from './map-schema.ts';
import type { PublishedPart } from './published-documents.ts';
import { documentV2 } from './render-v2.ts';
import { schemasOf } from './render-v3.ts';
import { reachable } from './schema-references.ts';

const kindKey = 'x-kubernetes-group-version-kind';

export function wholeV2(version: string, parts: readonly PublishedPart[]): Schema {
  const operations = parts.flatMap((part) => part.operations);
  const definitions = new Map<string, Schema>();
  for (const part of parts) {
    const used = reachable(part.operations.flatMap(schemasOf), part.schemas);
    for (const [name, schema] of Object.entries(used))
      definitions.set(name, joined(schema, definitions.get(name), part.customNames.has(name)));
  }
  const sorted = [...definitions].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return documentV2(version, operations, Object.fromEntries(sorted));
}

/** A schema that several parts have is one; only the kinds that it is of add up. */
function joined(schema: Schema, before: Schema | undefined, isCustom: boolean): Schema {
  if (before === undefined) return isCustom ? customSchemaV2(schema) : builtinSchemaV2(schema);
  const kinds = [...kindsOf(before), ...kindsOf(schema)];
  if (kinds.length === 0) return before;
  return { ...before, [kindKey]: [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).values()] };
}

const kindsOf = (schema: Schema): readonly unknown[] => (schema[kindKey] as readonly unknown[] | undefined) ?? [];
