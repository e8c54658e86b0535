/**
 * The rules of a whole schema, compiled: a tree of the nodes that have rules, and of those on the way to them. Nodes that rules do
 * not see, because the schema does not say what is in them, are left out, as the server leaves them out.
 * Upstream: apiextensions schema/cel NewValidator.
 */
import { escapePropertyName } from '@reeve/cel';
import type { SchemaNode } from '../structural/schema-node.ts';
import type { CompiledRules } from './compiled-rule.ts';
import { compileRules } from './compiled-rule.ts';
import type { RuleType } from './rule-type.ts';
import { ruleTypeOf } from './rule-type.ts';

/** A node with the rules in it and below it. */
export interface RuleNode {
  readonly node: SchemaNode;
  /** Undefined if the rules are all below. */
  readonly compiled: CompiledRules | undefined;
  readonly properties: readonly (readonly [name: string, part: RuleNode])[];
  readonly additional: RuleNode | undefined;
  readonly items: RuleNode | undefined;
}

/** The rules of a schema; undefined if it has none. `isResource` is true for the root of a custom resource. */
export function compileSchemaRules(root: SchemaNode, isResource: boolean): RuleNode | undefined {
  if (!hasRules(root)) return undefined;
  const type = ruleTypeOf(root, { isResource });
  return type && compileNode(root, type);
}

/** True if some node on the spine has rules. */
export function hasRules(node: SchemaNode): boolean {
  if (node.validations.length > 0) return true;
  const parts = [...node.properties.values(), node.items, node.additionalProperties?.schema];
  return parts.some((part) => part !== undefined && hasRules(part));
}

function compileNode(node: SchemaNode, type: RuleType): RuleNode | undefined {
  const compiled = node.validations.length === 0 ? undefined : compileRules(node, type);
  const properties = [...node.properties].flatMap(([name, property]) => {
    const part = compilePart(property, propertyType(property, name, type));
    return part === undefined ? [] : [[name, part] as const];
  });
  const additional = compilePart(node.additionalProperties?.schema, type.kind === 'map' ? type.values : undefined);
  const items = compilePart(node.items, type.kind === 'list' ? type.items : undefined);
  const isEmpty = properties.length === 0 && additional === undefined && items === undefined;
  return isEmpty && compiled === undefined ? undefined : { node, compiled, properties, additional, items };
}

const compilePart = (node: SchemaNode | undefined, type: RuleType | undefined): RuleNode | undefined =>
  node === undefined || type === undefined ? undefined : compileNode(node, type);

/** The type of a property is part of the object's, unless expressions cannot name it. */
export function propertyType(property: SchemaNode, name: string, object: RuleType): RuleType | undefined {
  const field = escapePropertyName(name);
  if (field === undefined) return ruleTypeOf(property);
  return object.kind === 'object' ? object.fields.get(field)?.type : undefined;
}
