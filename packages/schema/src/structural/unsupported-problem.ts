/**
 * The first thing in a schema for which the server cannot even make a structural schema out of it.
 * Upstream: apiserver/schema NewStructural.
 */
import type { SchemaNode, UnsupportedKeyword } from './schema-node.ts';

/** Why no structural schema can be made; undefined if one can. */
export function unsupportedProblem(node: SchemaNode): string | undefined {
  const [keyword] = node.unsupported;
  if (keyword !== undefined) return problemOf(keyword);
  if (node.preserveUnknownFields === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  for (const part of partsOf(node)) {
    const problem = unsupportedProblem(part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOf(keyword: UnsupportedKeyword): string {
  if (keyword === 'items as a list') return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  return `OpenAPIV3Schema '${keyword === '$schema' ? 'schema' : keyword}' is not supported`;
}

function partsOf(node: SchemaNode): SchemaNode[] {
  const { items, not, allOf, anyOf, oneOf, properties, additionalProperties } = node;
  const parts = [not, ...allOf, ...anyOf, ...oneOf, items, ...properties.values(), additionalProperties?.schema];
  return parts.filter((part) => part !== undefined);
}
