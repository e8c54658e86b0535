/**
 * The rules that make a schema structural: every value has a type on one spine of properties, items and
 * additionalProperties, so that pruning and defaulting know what to do; everything else only restricts values.
 * Upstream: apiserver/schema ValidateStructural.
 */
import { compareText } from '@reeve/machinery';
import { patternProblem } from '@reeve/cel';
import type { FieldError } from '../field/field-error.ts';
import { forbidden, invalid, printFieldError, required } from '../field/field-error.ts';
import { isIntOrStringAllOf, isIntOrStringAnyOf } from './blank-node.ts';
import { checkCompleteness } from './check-completeness.ts';
import { checkMetadata } from './check-metadata.ts';
import { checkNested } from './check-nested.ts';
import type { SchemaNode } from './schema-node.ts';

/** Where a node stands, which decides how a missing type is put. */
type Level = 'root' | 'item' | 'field';

/** Everything that keeps a schema from being structural, sorted by text. */
export function checkStructure(root: SchemaNode, path: string): FieldError[] {
  const errors: FieldError[] = [];
  checkNode(root, 'root', path, errors);
  checkCompleteness(root, path, errors);
  return errors.toSorted((one, other) => compareText(printFieldError(one), printFieldError(other)));
}

function checkNode(node: SchemaNode, level: Level, path: string, errors: FieldError[]): void {
  checkParts(node, level, path, errors);
  checkExtensions(node, path, errors);
  checkValueValidation(node, path, errors);
  checkType(node, level, path, errors);
  checkMetadata(node, { isRoot: level === 'root', path, errors });
  if (!node.embeddedResource || node.preserveUnknownFields === true || node.properties.size > 0) return;
  const problem =
    'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
  errors.push(required(`${path}.properties`, problem));
}

function checkParts(node: SchemaNode, level: Level, path: string, errors: FieldError[]): void {
  const { items, properties, additionalProperties } = node;
  if (node.type === 'array' && items === undefined) errors.push(required(`${path}.items`, 'must be specified'));
  if (items !== undefined) checkNode(items, 'item', `${path}.items`, errors);
  for (const [name, property] of properties) checkNode(property, 'field', `${path}.properties[${name}]`, errors);
  if (additionalProperties === undefined) return;
  const where = `${path}.additionalProperties`;
  if (level === 'root') errors.push(forbidden(where, 'must not be used at the root'));
  if (node.embeddedResource) errors.push(forbidden(where, 'must not be used if x-kubernetes-embedded-resource is set'));
  if (additionalProperties.schema !== undefined) checkNode(additionalProperties.schema, 'field', where, errors);
}

function checkExtensions(node: SchemaNode, path: string, errors: FieldError[]): void {
  if (!node.intOrString) return;
  const problem = 'must be false if x-kubernetes-int-or-string is true';
  if (node.preserveUnknownFields === true) {
    errors.push(invalid(`${path}.x-kubernetes-preserve-unknown-fields`, true, problem));
  }
  if (node.embeddedResource) errors.push(invalid(`${path}.x-kubernetes-embedded-resource`, true, problem));
}

function checkValueValidation(node: SchemaNode, path: string, errors: FieldError[]): void {
  const skip = { anyOf: isIntOrStringAnyOf(node), firstAllOf: isIntOrStringAllOf(node) };
  checkNested(node, path, skip, errors);
  const problem = patternProblem(node.pattern);
  if (problem !== undefined) errors.push(invalid(`${path}.pattern`, node.pattern, problem));
}

const missingType: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

function checkType(node: SchemaNode, level: Level, path: string, errors: FieldError[]): void {
  const { type, embeddedResource, intOrString, preserveUnknownFields } = node;
  const where = `${path}.type`;
  if (embeddedResource && type !== 'object') {
    const problem = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(type === '' ? required(where, problem) : invalid(where, type, problem));
  } else if (type === '' && !intOrString && preserveUnknownFields !== true) {
    errors.push(required(where, missingType[level]));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(invalid(where, type, 'must be object at the root'));
  }
}
