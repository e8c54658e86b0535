/**
 * Reads an `openAPIV3Schema` into nodes. Keywords that Kubernetes does not know are ignored, as its decoder does.
 * The caller has made sure that the schema does not nest too deep.
 * Upstream: the conversion of apiextensions v1 JSONSchemaProps, and NewStructural.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import { isJsonArray } from '@reeve/machinery';
import type { FieldError } from '../field/field-error.ts';
import type {
  AdditionalProperties,
  Extensions,
  SchemaNode,
  UnsupportedKeyword,
  ValidationRule,
  ValueValidation,
} from './schema-node.ts';
import { SchemaReader } from './schema-reader.ts';

/** The schema, and values of wrong types in it. */
export function readSchema(
  raw: ReadonlyJson,
  path: string,
): { readonly node: SchemaNode; readonly problems: FieldError[] } {
  const problems: FieldError[] = [];
  return { node: nodeOf(new SchemaReader(raw, path, problems)), problems };
}

function nodeOf(reader: SchemaReader): SchemaNode {
  return {
    type: reader.text('type'),
    title: reader.text('title'),
    description: reader.text('description'),
    nullable: reader.flag('nullable'),
    default: reader.any('default'),
    items: itemsOf(reader),
    properties: new Map(
      reader.entries('properties').map(([name, raw]) => [name, child(reader, raw, `properties[${name}]`)]),
    ),
    additionalProperties: additionalPropertiesOf(reader),
    unsupported: unsupportedIn(reader),
    documented: reader.any('example') !== undefined || reader.any('externalDocs') !== undefined,
    ...valueValidationOf(reader),
    ...extensionsOf(reader),
  };
}

function valueValidationOf(reader: SchemaReader): ValueValidation {
  const not = reader.any('not');
  return {
    format: reader.text('format'),
    maximum: reader.number('maximum'),
    exclusiveMaximum: reader.flag('exclusiveMaximum'),
    minimum: reader.number('minimum'),
    exclusiveMinimum: reader.flag('exclusiveMinimum'),
    maxLength: reader.count('maxLength'),
    minLength: reader.count('minLength'),
    pattern: reader.text('pattern'),
    maxItems: reader.count('maxItems'),
    minItems: reader.count('minItems'),
    uniqueItems: reader.flag('uniqueItems'),
    multipleOf: reader.number('multipleOf'),
    enum: reader.list('enum'),
    maxProperties: reader.count('maxProperties'),
    minProperties: reader.count('minProperties'),
    required: reader.texts('required'),
    allOf: junctor(reader, 'allOf'),
    anyOf: junctor(reader, 'anyOf'),
    oneOf: junctor(reader, 'oneOf'),
    not: not === undefined ? undefined : child(reader, not, 'not'),
  };
}

function extensionsOf(reader: SchemaReader): Extensions {
  return {
    preserveUnknownFields: reader.optionalFlag('x-kubernetes-preserve-unknown-fields'),
    embeddedResource: reader.flag('x-kubernetes-embedded-resource'),
    intOrString: reader.flag('x-kubernetes-int-or-string'),
    listType: reader.optionalText('x-kubernetes-list-type'),
    listMapKeys: reader.texts('x-kubernetes-list-map-keys'),
    mapType: reader.optionalText('x-kubernetes-map-type'),
    validations: reader
      .list('x-kubernetes-validations')
      .map((raw, index) => ruleOf(reader.inside(raw, `${reader.path}.x-kubernetes-validations[${index}]`))),
  };
}

function ruleOf(reader: SchemaReader): ValidationRule {
  const message = reader.optionalText('message');
  const messageExpression = reader.optionalText('messageExpression');
  const reason = reader.optionalText('reason');
  const fieldPath = reader.optionalText('fieldPath');
  const optionalOldSelf = reader.optionalFlag('optionalOldSelf');
  return {
    rule: reader.text('rule'),
    ...(message !== undefined && { message }),
    ...(messageExpression !== undefined && { messageExpression }),
    ...(reason !== undefined && { reason }),
    ...(fieldPath !== undefined && { fieldPath }),
    ...(optionalOldSelf !== undefined && { optionalOldSelf }),
  };
}

function itemsOf(reader: SchemaReader): SchemaNode | undefined {
  const items = reader.any('items');
  return items === undefined || isJsonArray(items) ? undefined : child(reader, items, 'items');
}

function additionalPropertiesOf(reader: SchemaReader): AdditionalProperties | undefined {
  const value = reader.any('additionalProperties');
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return { allows: value, schema: undefined };
  return { allows: true, schema: child(reader, value, 'additionalProperties') };
}

const junctor = (reader: SchemaReader, key: string): readonly SchemaNode[] =>
  reader.list(key).map((raw, index) => child(reader, raw, `${key}[${index}]`));

const child = (reader: SchemaReader, raw: ReadonlyJson, step: string): SchemaNode =>
  nodeOf(reader.inside(raw, `${reader.path}.${step}`));

function unsupportedIn(reader: SchemaReader): readonly UnsupportedKeyword[] {
  const found: UnsupportedKeyword[] = [];
  if (reader.text('id') !== '') found.push('id');
  if (reader.text('$schema') !== '') found.push('$schema');
  if (reader.optionalText('$ref') !== undefined) found.push('$ref');
  if (reader.entries('patternProperties').length > 0) found.push('patternProperties');
  if (reader.any('dependencies') !== undefined) found.push('dependencies');
  if (reader.any('additionalItems') !== undefined) found.push('additionalItems');
  if (reader.entries('definitions').length > 0) found.push('definitions');
  if (isNonEmptyList(reader.any('items'))) found.push('items as a list');
  return found;
}

const isNonEmptyList = (value: ReadonlyJson | undefined): boolean => isJsonArray(value) && value.length > 0;
