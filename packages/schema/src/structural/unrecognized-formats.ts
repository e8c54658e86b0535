/**
 * Formats in a schema that Kubernetes does not know, and so does not check: a server warns of each when a definition is
 * written.
 * Upstream: registry/customresourcedefinition getUnrecognizedFormatsInSchema.
 */
import { formatTest } from '@reeve/cel';
import type { SchemaNode } from './schema-node.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** The names of the formats that are not known for the type they stand beside, as often as they are used. */
export const unrecognizedFormats = ({ root }: StructuralSchema): string[] => formatsIn(root);

/**
 * The format as far as it counts for a type, else empty: integers and numbers have formats of their own, other types have
 * none.
 */
export function effectiveFormat(format: string, types: readonly string[]): string {
  const type = types.length === 1 ? types[0] : '';
  const isKnown =
    type === 'integer' || type === 'number' ? numeric[type].includes(format) : isTextual(type) && formatTest(format);
  return isKnown ? format : '';
}

const isTextual = (type: string | undefined): boolean => type === '' || type === 'string';

const numeric = { integer: ['int32', 'int64'], number: ['float', 'double'] };

function formatsIn(node: SchemaNode): string[] {
  const { format, type, items, allOf, anyOf, oneOf, not, properties, additionalProperties } = node;
  const parts = [items, ...allOf, ...anyOf, ...oneOf, not, ...properties.values(), additionalProperties?.schema];
  const own = format === effectiveFormat(format, [type]) ? [] : [format];
  return [...own, ...parts.flatMap((part) => (part === undefined ? [] : formatsIn(part)))];
}
