/**
 * Whatever a junctor says about a field, the schema outside must specify that field.
 * Upstream: apiserver/schema validateStructuralCompleteness.
 */
import type { FieldError } from '../field/field-error.ts';
import { required } from '../field/field-error.ts';
import type { SchemaNode } from './schema-node.ts';

/** Notes the fields of the root's junctors that the spine lacks. The server looks from the root only, and so does this. */
export function checkCompleteness(root: SchemaNode, path: string, errors: FieldError[]): void {
  checkClauses(root, { node: root, path, at: path, errors });
}

/** A place on the spine, and the place in a junctor that is compared with it. */
interface Place {
  readonly node: SchemaNode;
  readonly path: string;
  readonly at: string;
  readonly errors: FieldError[];
}

function checkClauses(junctors: SchemaNode, place: Place): void {
  const { not, allOf, anyOf, oneOf } = junctors;
  if (not !== undefined) checkClause(not, { ...place, at: `${place.at}.not` });
  for (const [keyword, clauses] of Object.entries({ allOf, anyOf, oneOf })) {
    clauses.forEach((clause, index) => checkClause(clause, { ...place, at: `${place.at}.${keyword}[${index}]` }));
  }
}

function checkClause(clause: SchemaNode, place: Place): void {
  checkClauses(clause, place);
  if (clause.items !== undefined) checkPart(clause.items, place.node.items, place, 'items');
  for (const [name, property] of clause.properties) {
    checkPart(property, place.node.properties.get(name), place, `properties[${name}]`);
  }
}

function checkPart(clause: SchemaNode, node: SchemaNode | undefined, place: Place, step: string): void {
  const [path, at] = [`${place.path}.${step}`, `${place.at}.${step}`];
  if (node === undefined) place.errors.push(required(path, `because it is defined in ${at}`));
  else checkClause(clause, { node, path, at, errors: place.errors });
}
