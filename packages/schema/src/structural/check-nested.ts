/**
 * What may stand inside allOf, anyOf, oneOf and not: restrictions of values, for fields that the schema outside specifies.
 * Upstream: apiserver/schema validateNestedValueValidation.
 */
import { patternProblem } from '@reeve/cel';
import type { FieldError } from '../field/field-error.ts';
import { forbidden, invalid } from '../field/field-error.ts';
import type { SchemaNode } from './schema-node.ts';

/** The two places where int-or-string may name its types. */
export interface SkippedTypes {
  readonly anyOf: boolean;
  /** The `anyOf` inside the first of `allOf`. */
  readonly firstAllOf: boolean;
}

const none: SkippedTypes = { anyOf: false, firstAllOf: false };

/** Checks the junctors of a node. */
export function checkNested(node: SchemaNode, path: string, skip: SkippedTypes, errors: FieldError[]): void {
  if (!skip.anyOf) node.anyOf.forEach((clause, at) => checkClause(clause, `${path}.anyOf[${at}]`, none, errors));
  node.allOf.forEach((clause, at) => {
    checkClause(clause, `${path}.allOf[${at}]`, at === 0 && skip.firstAllOf ? { ...none, anyOf: true } : none, errors);
  });
  node.oneOf.forEach((clause, at) => checkClause(clause, `${path}.oneOf[${at}]`, none, errors));
  if (node.not !== undefined) checkClause(node.not, `${path}.not`, none, errors);
}

function checkClause(clause: SchemaNode, path: string, skip: SkippedTypes, errors: FieldError[]): void {
  checkNested(clause, path, skip, errors);
  const problem = patternProblem(clause.pattern);
  if (problem !== undefined) errors.push(invalid(`${path}.pattern`, clause.pattern, problem));
  if (clause.items !== undefined) checkClause(clause.items, `${path}.items`, none, errors);
  for (const [name, property] of clause.properties) checkClause(property, `${path}.properties[${name}]`, none, errors);
  for (const [keyword, rule] of misplaced(clause))
    errors.push(forbidden(`${path}.${keyword}`, `${rule} to be structural`));
  if (!clause.properties.has('metadata')) return;
  errors.push(forbidden(`${path}.properties[metadata]`, 'must not be specified in a nested context'));
}

/** The keywords of the spine that a clause uses all the same. */
function misplaced(clause: SchemaNode): (readonly [string, string])[] {
  return keywords(clause).flatMap(([keyword, rule, used]) => (used ? [[keyword, rule] as const] : []));
}

const keywords = (clause: SchemaNode): readonly (readonly [string, string, boolean])[] => [
  ['type', 'must be empty', clause.type !== ''],
  ['additionalProperties', 'must be undefined', clause.additionalProperties?.allows === true],
  ['default', 'must be undefined', clause.default !== undefined],
  ['title', 'must be empty', clause.title !== ''],
  ['description', 'must be empty', clause.description !== ''],
  ['nullable', 'must be false', clause.nullable],
  ['x-kubernetes-preserve-unknown-fields', 'must be false', clause.preserveUnknownFields === true],
  ['x-kubernetes-embedded-resource', 'must be false', clause.embeddedResource],
  ['x-kubernetes-int-or-string', 'must be false', clause.intOrString],
  ['x-kubernetes-list-map-keys', 'must be empty', clause.listMapKeys.length > 0],
  ['x-kubernetes-list-type', 'must be undefined', clause.listType !== undefined],
  ['x-kubernetes-map-type', 'must be undefined', clause.mapType !== undefined],
  ['x-kubernetes-validations', 'must be empty', clause.validations.length > 0],
];
