/**
 * Schemas of OpenAPI v3 in the words of version 2, which has no choices, no null and no defaults. What it cannot say is left out, and in such a way that
 * older kubectls accept what the server accepts.
 * Upstream: apiextensions controller/openapi/v2.
 */
import { isJsonArray, isJsonObject } from '@reeve/machinery';
import { mapSchema, type Schema } from './map-schema.ts';

/** A built-in schema, which uses `allOf` for nothing but references with a default. */
export const builtinSchemaV2 = (schema: Schema): Schema => mapSchema(schema, builtinNode);

/** The schema of a custom resource; one that keeps unknown fields says nothing more than that it is an object. */
export function customSchemaV2(schema: Schema): Schema {
  if (schema['x-kubernetes-preserve-unknown-fields'] !== true) return mapSchema(schema, customNode);
  const about = Object.entries(schema).filter(([key]) => aboutTheKind.has(key));
  return { type: 'object', ...Object.fromEntries(about) };
}

/** What is said of the kind, not of its fields. */
const aboutTheKind = new Set(['x-kubernetes-group-version-kind', 'x-kubernetes-selectable-fields']);

const dropped = new Set(['default', 'oneOf', 'anyOf', 'allOf', 'not', 'nullable']);

/** Numbers or text are text. */
const builtinNode = (node: Schema): Schema =>
  plainNode(node['oneOf'] && node['type'] === undefined ? { type: 'string', ...node } : node);

function plainNode(node: Schema): Schema {
  const reference = referenceOf(node);
  return Object.fromEntries([
    ...Object.entries(node).filter(([key]) => !dropped.has(key) && key !== '$ref'),
    ...(reference === undefined ? [] : [['$ref', reference.replace('#/components/schemas/', '#/definitions/')]]),
  ]) as Schema;
}

function customNode(node: Schema): Schema {
  const keepsUnknown = node['x-kubernetes-preserve-unknown-fields'] === true;
  const isOpen = keepsUnknown || node['nullable'] === true;
  const hasType =
    node['nullable'] !== true &&
    !(keepsUnknown && node['type'] === 'object') &&
    !(node['type'] === 'array' && (isOpen || node['items'] === undefined));
  const hidden = new Set([
    ...(isOpen ? ['items', 'properties'] : []),
    ...(hasType ? [] : ['type']),
    ...(keepsUnknown && node['x-kubernetes-embedded-resource'] === true ? ['required'] : []),
  ]);
  return plainNode(Object.fromEntries(Object.entries(node).filter(([key]) => !hidden.has(key))));
}

/** Where a schema points to, itself or by an `allOf` that holds nothing else. */
function referenceOf(node: Schema): string | undefined {
  const [only, ...others] = isJsonArray(node['allOf']) ? node['allOf'] : [node];
  const reference = isJsonObject(only) && others.length === 0 ? only['$ref'] : undefined;
  return typeof reference === 'string' ? reference : undefined;
}
