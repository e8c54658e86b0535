/**
 * Formats in a schema that Kubernetes does not know, and so does not check: a server warns of each when a definition is
 * written.
 * Upstream: registry/customresourcedefinition getUnrecognizedFormatsInSchema.
 */
import { effectiveFormat } from '../format/format.ts';
import type { SchemaNode } from './schema-node.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** The names of the formats that are not known for the type they stand beside, as often as they are used. */
export const unrecognizedFormats = ({ root }: StructuralSchema): string[] => formatsIn(root);

function formatsIn(node: SchemaNode): string[] {
  const { format, type, items, allOf, anyOf, oneOf, not, properties, additionalProperties } = node;
  const parts = [items, ...allOf, ...anyOf, ...oneOf, not, ...properties.values(), additionalProperties?.schema];
  const own = format === effectiveFormat(format, [type]) ? [] : [format];
  return [...own, ...parts.flatMap((part) => (part === undefined ? [] : formatsIn(part)))];
}
