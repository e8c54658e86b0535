/**
 * The rules about single keywords, on every node of a schema wherever it stands: what Kubernetes does not support, which
 * keywords exclude each other, and what the extensions for lists, maps and rules demand.
 * Upstream: apiextensions validation ValidateCustomResourceDefinitionOpenAPISchema.
 */
import type { FieldError } from '../field/field-error.ts';
import { forbidden, invalid, notSupported } from '../field/field-error.ts';
import type { RuleChecks, RulePlace, RuleStep } from '../rules/rule-checks.ts';
import { checkListType } from './check-list-type.ts';
import { checkMapType } from './check-map-type.ts';
import { checkRules } from './check-rules.ts';
import type { SchemaNode, UnsupportedKeyword } from './schema-node.ts';

/** What the places above a node decide about it. */
interface Surroundings {
  readonly isRoot: boolean;
  /** Inside apiVersion, kind or metadata of an object or of an embedded one. */
  readonly insideMeta: boolean;
  /** Why there must be no default, or undefined where there may be one. */
  readonly noDefault: string | undefined;
  /** The check of rules, and the place of the node in it; undefined where rules are not looked at. */
  readonly rules: { readonly checks: RuleChecks; readonly place: RulePlace } | undefined;
}

/**
 * Everything that is wrong with keywords, in the order of the schema, and then with rules: those of nodes that are right by
 * themselves, with all that is below them. Without `checks`, rules are not compiled.
 */
export function checkKeywords(root: SchemaNode, path: string, checks?: RuleChecks): FieldError[] {
  const errors: FieldError[] = [];
  const rules = checks && { checks, place: checks.root(root) };
  checkNode(root, path, { isRoot: true, insideMeta: false, noDefault: undefined, rules }, errors);
  return checks === undefined ? errors : [...errors, ...checks.errors, ...checks.totalErrors(path)];
}

function checkNode(node: SchemaNode, path: string, around: Surroundings, errors: FieldError[]): void {
  const before = errors.length;
  checkSupported(node, path, around, errors);
  checkParts(node, path, around, errors);
  checkJunctors(node, path, { ...around, isRoot: false, rules: undefined }, errors);
  if (node.items !== undefined) {
    const rules = rulesOf(node.items, 'items', around, path);
    checkNode(node.items, `${path}.items`, { ...around, isRoot: false, rules }, errors);
  }
  if (node.preserveUnknownFields === false) {
    errors.push(invalid(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'));
  }
  checkMapType(node, path, errors);
  checkListType(node, path, errors);
  checkRules(node, path, errors);
  if (errors.length === before) around.rules?.checks.check(around.rules.place, path);
}

function rulesOf(part: SchemaNode, step: RuleStep, { rules }: Surroundings, path: string): Surroundings['rules'] {
  return rules && { checks: rules.checks, place: rules.checks.part(part, step, rules.place, path) };
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

function checkSupported(node: SchemaNode, path: string, around: Surroundings, errors: FieldError[]): void {
  const { type } = node;
  if (type !== '' && !types.includes(type)) errors.push(notSupported(`${path}.type`, type, types));
  if (node.default !== undefined && around.noDefault !== undefined) {
    errors.push(forbidden(`${path}.default`, `must not be set ${around.noDefault}`));
  }
  for (const keyword of unsupportedInOrder) if (node.unsupported.includes(keyword)) errors.push(refusal(keyword, path));
  if (type === 'null') {
    errors.push(forbidden(`${path}.type`, 'type cannot be set to null, use nullable as an alternative'));
  }
  if (node.unsupported.includes('items as a list')) {
    errors.push(forbidden(`${path}.items`, 'items must be a schema object and not an array'));
  }
  if (around.insideMeta && node.embeddedResource) {
    errors.push(forbidden(`${path}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta'));
  }
  if (node.uniqueItems) {
    const problem = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbidden(`${path}.uniqueItems`, problem));
  }
}

const unsupportedInOrder: readonly UnsupportedKeyword[] = [
  'id',
  'additionalItems',
  'patternProperties',
  'definitions',
  'dependencies',
  '$ref',
];

const refusal = (keyword: string, path: string): FieldError =>
  forbidden(`${path}.${keyword}`, `${keyword} is not supported`);

function checkParts(node: SchemaNode, path: string, around: Surroundings, errors: FieldError[]): void {
  const { properties, additionalProperties } = node;
  if (additionalProperties !== undefined) {
    const where = `${path}.additionalProperties`;
    if (properties.size > 0 && (!additionalProperties.allows || additionalProperties.schema !== undefined)) {
      errors.push(forbidden(where, 'additionalProperties and properties are mutual exclusive'));
    }
    const noDefault = around.insideMeta ? 'inside additionalProperties applying to object metadata' : around.noDefault;
    const { schema } = additionalProperties;
    if (schema !== undefined) {
      const rules = rulesOf(schema, 'additionalProperties', around, path);
      checkNode(schema, where, { ...around, isRoot: false, noDefault, rules }, errors);
    }
  }
  for (const [name, property] of properties) {
    const rules = rulesOf(property, { property: name }, around, path);
    checkNode(property, `${path}.properties[${name}]`, { ...surroundingsOf(name, node, around), rules }, errors);
  }
}

function surroundingsOf(name: string, node: SchemaNode, around: Surroundings): Omit<Surroundings, 'rules'> {
  const isMeta = (around.isRoot || node.embeddedResource) && metaFields.includes(name);
  return {
    isRoot: false,
    insideMeta: around.insideMeta || isMeta,
    noDefault: isMeta && around.isRoot ? `in top-level ${name}` : around.noDefault,
  };
}

const metaFields = ['metadata', 'kind', 'apiVersion'];

function checkJunctors(node: SchemaNode, path: string, around: Surroundings, errors: FieldError[]): void {
  if (node.not !== undefined) checkNode(node.not, `${path}.not`, around, errors);
  for (const keyword of ['allOf', 'oneOf', 'anyOf'] as const) {
    node[keyword].forEach((clause, index) => checkNode(clause, `${path}.${keyword}[${index}]`, around, errors));
  }
}
