/**
 * Defaults must be values that the schema itself allows: without unknown fields, valid, right by its rules, and good metadata where they are
 * part of that. Defaults inside additionalProperties are not looked at, as upstream does not either.
 * Upstream: apiserver/schema/defaulting ValidateDefaults.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import { isJsonObject } from '@reeve/machinery';
import { ConformingPass } from '../conform/conform-value.ts';
import { compileShape } from '../conform/shape.ts';
import type { FieldError } from '../field/field-error.ts';
import { invalid, printFieldError } from '../field/field-error.ts';
import { joinFields } from '../field/join-fields.ts';
import { objectCostBudget, RuleRun } from '../rules/rule-run.ts';
import { compileSchemaRules } from '../rules/schema-rules.ts';
import { compileCheck } from '../validate/compile-check.ts';
import { Correlation } from '../validate/correlation.ts';
import type { ObjectMetaValidator } from '../validate/embedded-check.ts';
import { checkObject, compileEmbeddedCheck } from '../validate/embedded-check.ts';
import { ValidationRun } from '../validate/run.ts';
import type { SchemaNode } from './schema-node.ts';

/** How defaults are checked. */
export interface DefaultsOptions {
  readonly validateObjectMeta: ObjectMetaValidator;
  /** Whether the rules of a node hold for its default. */
  readonly evaluatesRules: boolean;
}

/** What is wrong with the defaults of a schema. */
export function checkDefaults(root: SchemaNode, path: string, options: DefaultsOptions): FieldError[] {
  return new DefaultsCheck(options).check({ ...root, embeddedResource: true }, path, undefined);
}

/** The way from the embedded object to a place inside its apiVersion, kind or metadata; undefined elsewhere. */
type MetaPlace = readonly (string | number)[] | undefined;

class DefaultsCheck {
  readonly #validate: ObjectMetaValidator;
  readonly #evaluatesRules: boolean;
  /** What the rules of all defaults may still cost. */
  #budget = objectCostBudget;

  constructor({ validateObjectMeta, evaluatesRules }: DefaultsOptions) {
    this.#validate = validateObjectMeta;
    this.#evaluatesRules = evaluatesRules;
  }

  check(node: SchemaNode, path: string, outer: MetaPlace): FieldError[] {
    if (this.#budget < 0) return [];
    const place = node.embeddedResource ? undefined : outer;
    const errors = node.default === undefined ? [] : this.#checkDefault(node, node.default, `${path}.default`, place);
    if (node.items !== undefined) errors.push(...this.check(node.items, `${path}.items`, place && [...place, 0]));
    for (const [name, property] of node.properties) {
      const isMeta = node.embeddedResource && ['metadata', 'apiVersion', 'kind'].includes(name);
      const inner = isMeta ? [name] : place && [...place, name];
      errors.push(...this.check(property, `${path}.properties[${name}]`, inner));
    }
    return errors;
  }

  #checkDefault(node: SchemaNode, value: ReadonlyJson, field: string, place: MetaPlace): FieldError[] {
    if (place === undefined) return this.#checkValue(node, value, field);
    const problems = this.#metaProblems(value, place);
    if (problems.length === 0) return this.#validateValue(node, value, field);
    const text = problems.length === 1 ? problems.join('') : `[${problems.join(', ')}]`;
    return [invalid(field, value, `must result in valid metadata: ${text}`)];
  }

  #checkValue(node: SchemaNode, value: ReadonlyJson, field: string): FieldError[] {
    const shape = compileShape({ ...node, default: undefined });
    const pruned = new ConformingPass({ prune: true, fill: false, embedded: 'leave' }).value(value, shape);
    const unknown = pruned === value ? [] : [invalid(field, value, 'must not have unknown fields')];
    const pass = new ConformingPass({ prune: false, fill: false, embedded: 'refuse' });
    const coerced = pass.value(value, shape);
    if (pass.refusal !== undefined) return [...unknown, under(field, pass.refusal)];
    const embedded = compileEmbeddedCheck(node, this.#validate)(coerced, field);
    return [...unknown, ...(embedded.length > 0 ? embedded : this.#validateValue(node, coerced, field))];
  }

  #validateValue(node: SchemaNode, value: ReadonlyJson, field: string): FieldError[] {
    const errors = new ValidationRun(field).start(compileCheck(node, 'defaults'), value);
    return errors.length > 0 || !this.#evaluatesRules ? errors : this.#ruleErrors(node, value, field);
  }

  /** A default holds as an old and a new value, and as a new one. */
  #ruleErrors(node: SchemaNode, value: ReadonlyJson, field: string): FieldError[] {
    const rules = compileSchemaRules(node, node.embeddedResource);
    if (rules === undefined) return [];
    const updated = new RuleRun(this.#budget, { base: field });
    updated.run(rules, value, new Correlation(node, value, value));
    const created = new RuleRun(this.#budget, { base: field });
    if (updated.errors.length === 0) created.run(rules, value, undefined);
    this.#budget = Math.min(updated.budget, created.budget);
    return [...updated.errors, ...created.errors];
  }

  /** What is wrong with an object that has the default at a place of its metadata, and nothing else. */
  #metaProblems(value: ReadonlyJson, place: readonly (string | number)[]): string[] {
    const object = place.reduceRight<ReadonlyJson>(
      (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
      value,
    );
    const whole = { apiVersion: 'validation/v1', kind: 'Validation', ...(isJsonObject(object) ? object : {}) };
    return checkObject(whole, '', this.#validate).map(printFieldError);
  }
}

const under = (field: string, error: FieldError): FieldError => ({ ...error, field: joinFields(field, error.field) });
