/**
 * What a schema may say about apiVersion, kind and metadata, which every object has whether specified or not: types, and
 * at the root of the object also restrictions of the name.
 * Upstream: apiserver/schema validateStructuralMetadataInvariants.
 */
import type { FieldError } from '../field/field-error.ts';
import { forbidden, invalid } from '../field/field-error.ts';
import { isBlank } from './blank-node.ts';
import type { SchemaNode } from './schema-node.ts';

/** Where a node stands, and where to put what is wrong with it. */
export interface MetadataPlace {
  readonly isRoot: boolean;
  readonly path: string;
  readonly errors: FieldError[];
}

/** Checks the three properties of a node, if it is the root of an object. */
export function checkMetadata(node: SchemaNode, { isRoot, path, errors }: MetadataPlace): void {
  const isObjectRoot = isRoot || node.embeddedResource;
  for (const name of isObjectRoot ? ['kind', 'apiVersion'] : []) {
    const type = node.properties.get(name)?.type ?? 'string';
    if (type !== 'string') errors.push(invalid(`${path}.properties[${name}].type`, type, 'must be string'));
  }
  const metadata = node.properties.get('metadata');
  if (metadata === undefined) return;
  const where = `${path}.properties[metadata]`;
  if (isObjectRoot && metadata.type !== 'object')
    errors.push(invalid(`${where}.type`, metadata.type, 'must be object'));
  if (isRoot && !restrictsNamesOnly(metadata)) {
    const problem = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(forbidden(where, problem));
  }
}

function restrictsNamesOnly(metadata: SchemaNode): boolean {
  const names = [...metadata.properties.keys()];
  if (names.some((name) => name !== 'name' && name !== 'generateName')) return false;
  return isBlank(metadata, ['type', 'default', 'properties']);
}
