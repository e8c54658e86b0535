/**
 * With a status subresource, the schema of the status is taken out and used alone, so that nothing at the root may say
 * anything about it.
 * Upstream: apiextensions validation validateCustomResourceDefinitionValidation.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import type { FieldError } from '../field/field-error.ts';
import { invalid } from '../field/field-error.ts';
import { isBlank } from './blank-node.ts';
import type { SchemaNode } from './schema-node.ts';

/** What is wrong with the root of a schema beside a status subresource. */
export function checkStatusRoot(root: SchemaNode, raw: ReadonlyJson, path: string): FieldError[] {
  const suffix = 'of the schema if the status subresource is enabled';
  if (root.type !== '' && root.type !== 'object') {
    return [invalid(`${path}.type`, root.type, `only "object" is allowed as the type at the root ${suffix}`)];
  }
  if (isBlank(root, Object.keys(allowed) as (keyof SchemaNode)[])) return [];
  const names = Object.values(allowed).join(' ');
  return [invalid(path, raw, `only [${names}] fields are allowed at the root ${suffix}`)];
}

/** What the root may have, with the names that the server prints. */
const allowed: Partial<Record<keyof SchemaNode, string>> = {
  description: 'Description',
  type: 'Type',
  format: 'Format',
  title: 'Title',
  maximum: 'Maximum',
  exclusiveMaximum: 'ExclusiveMaximum',
  minimum: 'Minimum',
  exclusiveMinimum: 'ExclusiveMinimum',
  maxLength: 'MaxLength',
  minLength: 'MinLength',
  pattern: 'Pattern',
  maxItems: 'MaxItems',
  minItems: 'MinItems',
  uniqueItems: 'UniqueItems',
  multipleOf: 'MultipleOf',
  required: 'Required',
  items: 'Items',
  properties: 'Properties',
  documented: 'ExternalDocs Example',
  preserveUnknownFields: 'XPreserveUnknownFields',
  validations: 'XValidations',
};
