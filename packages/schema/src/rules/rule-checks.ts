/**
 * What the server refuses about rules when a definition is written: expressions that do not compile, rules that may cost too much,
 * alone or together, and old values where there is nothing to compare with.
 * Upstream: apiextensions validation CELSchemaContext, ValidateCustomResourceDefinitionOpenAPISchema.
 */
import type { FieldError } from '../field/field-error.ts';
import { forbidden, internalError, invalid, invalidText } from '../field/field-error.ts';
import { goJsonOrdered } from '../go-text/json.ts';
import type { SchemaNode, ValidationRule } from '../structural/schema-node.ts';
import type { CompiledRule } from './compiled-rule.ts';
import { compileRules } from './compiled-rule.ts';
import type { RuleType } from './rule-type.ts';
import { ruleTypeOf } from './rule-type.ts';
import { propertyType } from './schema-rules.ts';

/** The most that one expression may cost, as often as its node can occur in an object. */
export const ruleCostLimit = 10_000_000;

/** The most that all expressions of a schema may cost together. */
export const schemaRuleCostLimit = 100_000_000;

/** A rule that was compiled, and where it stands. */
export interface CheckedRule extends CompiledRule {
  /** As in `spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0]`. */
  readonly path: string;
  /** How often the node can occur in one object. */
  readonly cardinality: number;
  /** The most that the rule costs, over all occurrences of its node. */
  readonly totalCost: number;
}

/** A node on the spine, and what the nodes above decide about its rules. */
export interface RulePlace {
  readonly node: SchemaNode;
  /** The type of values; undefined if rules do not see them, or neither this node nor one above has rules. */
  readonly type: RuleType | undefined;
  readonly isInScope: boolean;
  /** How often the node can occur in one object; undefined if nothing limits it. */
  readonly cardinality: number | undefined;
  /** The path of the list above whose elements have no old values. */
  readonly uncorrelated: string | undefined;
}

/** How a node is part of the one above. */
export type RuleStep = { readonly property: string } | 'items' | 'additionalProperties';

/** How rules are checked. */
export interface RuleCheckOptions {
  /** Whether one expression may cost any amount, as in a schema that has not changed. */
  readonly anyCost?: boolean;
}

/** The check of one schema. */
export class RuleChecks {
  /** What is wrong, in the order of the schema. */
  readonly errors: FieldError[] = [];
  /** The rules that could be looked at. */
  readonly rules: CheckedRule[] = [];
  readonly #anyCost: boolean;
  readonly #expensive: { readonly path: string; readonly cost: number }[] = [];
  #total = 0;

  constructor({ anyCost = false }: RuleCheckOptions = {}) {
    this.#anyCost = anyCost;
  }

  /** The place of the root. */
  root(node: SchemaNode): RulePlace {
    const isInScope = node.validations.length > 0;
    const type = isInScope ? ruleTypeOf(node, { isResource: true }) : undefined;
    return { node, type, isInScope, cardinality: 1, uncorrelated: undefined };
  }

  /** The place of a part; `path` is that of the node that holds it. */
  part(node: SchemaNode, step: RuleStep, holder: RulePlace, path: string): RulePlace {
    const isInScope = holder.isInScope || node.validations.length > 0;
    const most = mostParts(holder.node);
    return {
      node,
      type: isInScope ? (partType(node, step, holder.type) ?? ruleTypeOf(node)) : undefined,
      isInScope,
      cardinality:
        holder.cardinality === undefined || most === undefined ? undefined : product(holder.cardinality, most),
      uncorrelated: holder.uncorrelated ?? (step === 'items' && holder.node.listType !== 'map' ? path : undefined),
    };
  }

  /** Checks the rules of a node. */
  check(place: RulePlace, path: string): void {
    const { node, type } = place;
    if (node.validations.length === 0) return;
    const at = `${path}.x-kubernetes-validations`;
    if (type === undefined) {
      this.errors.push(internalError(at, notTyped));
      return;
    }
    const { rules, cardinality } = compileRules(node, type);
    rules.forEach((rule, index) => this.#checkRule(rule, place, `${at}[${index}]`, place.cardinality ?? cardinality));
  }

  /** What all rules cost together; unknown sizes count as the greatest there are. */
  get totalCost(): number {
    return this.#total;
  }

  /** What is wrong with all rules together; `path` is that of the schema. */
  totalErrors(path: string): FieldError[] {
    if (this.#total <= schemaRuleCostLimit) return [];
    const words = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#expensive.map((expression) => forbidden(expression.path, contributed)),
      forbidden(path, tooExpensive(words, this.#total, schemaRuleCostLimit)),
    ];
  }

  #checkRule(compiled: CompiledRule, { uncorrelated }: RulePlace, path: string, cardinality: number): void {
    const { rule, usesOldSelf } = compiled;
    const totalCost = product(compiled.cost, cardinality);
    this.rules.push({ ...compiled, path, cardinality, totalCost });
    this.#count(`${path}.rule`, totalCost, 'estimated rule cost');
    if (compiled.problem !== undefined) {
      this.errors.push(invalidText(`${path}.rule`, printRule(rule), compiled.problem.detail));
    }
    if (compiled.messageProblem !== undefined) {
      this.errors.push(invalidText(`${path}.messageExpression`, printRule(rule), compiled.messageProblem.detail));
    } else if (compiled.message !== undefined) {
      this.#count(`${path}.messageExpression`, compiled.messageCost, 'estimated messageExpression cost');
    }
    if (usesOldSelf) {
      if (uncorrelated !== undefined)
        this.errors.push(invalid(`${path}.rule`, rule.rule, nothingToCompare(uncorrelated)));
    } else if (rule.optionalOldSelf !== undefined) {
      this.errors.push(invalid(`${path}.optionalOldSelf`, rule.optionalOldSelf, optionalInVain));
    }
  }

  #count(path: string, cost: number, words: string): void {
    if (!this.#anyCost && cost > ruleCostLimit)
      this.errors.push(forbidden(path, tooExpensive(words, cost, ruleCostLimit)));
    this.#total = Math.min(this.#total + cost, mostCost);
    if (cost < schemaRuleCostLimit / 100) return;
    this.#expensive.push({ path, cost });
    this.#expensive.sort((one, other) => other.cost - one.cost);
    this.#expensive.splice(4);
  }
}

const notTyped =
  'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';

const contributed = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';

const optionalInVain = 'may not be set if oldSelf is not used in rule';

const nothingToCompare = (path: string): string =>
  `oldSelf cannot be used on the uncorrelatable portion of the schema within ${path}`;

/** Costs beyond this are all the same. */
const mostCost = 2 ** 64;

const product = (cost: number, cardinality: number): number =>
  cost === 0 ? 0 : Math.min(cost * cardinality, mostCost);

/** How many values of a part an object or list holds at most; undefined if nothing limits them. */
function mostParts({ type, additionalProperties, maxItems, maxProperties }: SchemaNode): number | undefined {
  const isMap = type === 'object' && additionalProperties !== undefined;
  if (type !== 'array' && !isMap) return 1;
  const most = isMap ? maxProperties : maxItems;
  return most === undefined ? undefined : Math.max(0, most);
}

function partType(node: SchemaNode, step: RuleStep, holder: RuleType | undefined): RuleType | undefined {
  if (holder === undefined) return undefined;
  if (step === 'items') return holder.kind === 'list' ? holder.items : undefined;
  if (step === 'additionalProperties') return holder.kind === 'map' ? holder.values : undefined;
  return propertyType(node, step.property, holder);
}

/** How far an estimate is above its limit, in the server's words. */
function tooExpensive(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const times = factor > 100 ? 'more than 100x' : `${printFactor(factor, factor < 1.5 ? 6 : 1)}x`;
  return `${what} exceeds budget by factor of ${times} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}

/** A number with so many digits behind the point. What lies in the middle goes to the even digit, as in Go. */
function printFactor(factor: number, digits: number): string {
  const exact = factor.toFixed(20);
  const end = exact.length - 20 + digits;
  const isMiddle = /^50*$/.test(exact.slice(end));
  return isMiddle && '02468'.includes(exact.charAt(end - 1)) ? exact.slice(0, end) : factor.toFixed(digits);
}

/** A rule as the server prints it. */
function printRule(rule: ValidationRule): string {
  return goJsonOrdered({
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  });
}
