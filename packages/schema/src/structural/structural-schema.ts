/**
 * Reads the schema of a CustomResourceDefinition and tells everything that the server would refuse it for, with the paths
 * and in substance the words of the server. What passes is structural: it can be compiled.
 * Upstream: apiextensions validation validateCustomResourceDefinitionValidation.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import { InvalidInputError } from '@reeve/machinery';
import type { FieldError } from '../field/field-error.ts';
import { forbidden, invalid, printFieldError } from '../field/field-error.ts';
import type { CheckedRule } from '../rules/rule-checks.ts';
import { RuleChecks } from '../rules/rule-checks.ts';
import type { ObjectMetaValidator } from '../validate/embedded-check.ts';
import type { DefaultsOptions } from './check-defaults.ts';
import { checkDefaults } from './check-defaults.ts';
import { checkKeywords } from './check-keywords.ts';
import { checkStatusRoot } from './check-status-root.ts';
import { checkStructure } from './check-structure.ts';
import { isDeeperThan, maxSchemaDepth } from './json-depth.ts';
import { readSchema } from './read-schema.ts';
import type { SchemaNode } from './schema-node.ts';
import { unsupportedProblem } from './unsupported-problem.ts';

/** Where a schema stands, and what depends on it. */
export interface StructuralSchemaOptions {
  /**
   * The path of the schema in the definition, for messages. By default it is the one that the server prints for a definition
   * with one version, or with the same schema in all; else it is `spec.versions[0].schema.openAPIV3Schema` and so on.
   */
  readonly path?: string;
  /** Whether the version has a status subresource, which restricts what the root may say. */
  readonly statusSubresource?: boolean;
  /** The rules for metadata, which defaults of embedded objects must follow. None by default. */
  readonly validateObjectMeta?: ObjectMetaValidator;
  /**
   * How rules are checked. By default, those that do not compile or may cost too much are violations. In a schema that has not
   * changed since it was accepted, a rule may cost any amount. Rules that are not compiled fail when they are evaluated.
   */
  readonly rules?: 'checked' | 'any cost' | 'not compiled';
}

/** A schema that follows all rules. Made by `structuralSchema` and `requireStructural` only. */
export class StructuralSchema {
  readonly root: SchemaNode;

  constructor(root: SchemaNode) {
    this.root = root;
  }
}

/** A structural schema, or why it is none: one of the two is there. */
export interface StructuralResult {
  readonly schema: StructuralSchema | undefined;
  readonly violations: readonly FieldError[];
  /** The rules that could be compiled or not, with their costs; those of schemas whose structure is wrong are not looked at. */
  readonly rules: readonly CheckedRule[];
  /** The most that all rules together cost. */
  readonly ruleCost: number;
}

/** Reads and checks an `openAPIV3Schema`. */
export function structuralSchema(
  openAPIV3Schema: ReadonlyJson,
  options: StructuralSchemaOptions = {},
): StructuralResult {
  const { path = 'spec.validation.openAPIV3Schema' } = options;
  if (isDeeperThan(openAPIV3Schema, maxSchemaDepth)) {
    const problem = `must not nest deeper than ${maxSchemaDepth} levels of JSON`;
    return { schema: undefined, violations: [invalid(path, '', problem)], rules: [], ruleCost: 0 };
  }
  const { node, problems } = readSchema(openAPIV3Schema, path);
  const checks =
    options.rules === 'not compiled' ? undefined : new RuleChecks({ anyCost: options.rules === 'any cost' });
  const violations = problems.length > 0 ? problems : violationsOf(node, openAPIV3Schema, path, checks, options);
  const schema = violations.length === 0 ? new StructuralSchema(node) : undefined;
  return { schema, violations, rules: checks?.rules ?? [], ruleCost: checks?.totalCost ?? 0 };
}

/** The structural schema; throws `InvalidInputError` with all violations when it is none. */
export function requireStructural(
  openAPIV3Schema: ReadonlyJson,
  options: StructuralSchemaOptions = {},
): StructuralSchema {
  const { schema, violations } = structuralSchema(openAPIV3Schema, { path: 'schema', ...options });
  if (schema !== undefined) return schema;
  const list = violations.map((violation) => `- ${printFieldError(violation)}`).join('\n');
  throw new InvalidInputError('openAPIV3Schema', `The schema is not one that Kubernetes accepts:\n${list}`);
}

function violationsOf(
  node: SchemaNode,
  raw: ReadonlyJson,
  path: string,
  checks: RuleChecks | undefined,
  { statusSubresource = false, validateObjectMeta = () => [] }: StructuralSchemaOptions,
): FieldError[] {
  const unsupported = unsupportedProblem(node);
  const defaults = { validateObjectMeta, evaluatesRules: checks !== undefined };
  const spine = unsupported === undefined ? checkSpine(node, path, defaults) : [];
  const isSound = unsupported === undefined && spine.length === 0;
  const errors = [
    ...(statusSubresource ? checkStatusRoot(node, raw, path) : []),
    ...(node.nullable ? [forbidden(`${path}.nullable`, 'nullable cannot be true at the root')] : []),
    ...spine,
    ...checkKeywords(node, path, isSound ? checks : undefined),
  ];
  return errors.length === 0 && unsupported !== undefined ? [invalid(path, '', unsupported)] : errors;
}

/** Defaults are checked once the structure is right. */
function checkSpine(node: SchemaNode, path: string, defaults: DefaultsOptions): FieldError[] {
  const structure = checkStructure(node, path);
  return structure.length > 0 ? structure : checkDefaults(node, path, defaults);
}
