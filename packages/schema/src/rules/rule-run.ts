/**
 * Evaluates the rules of a schema on one object. All evaluations of an object share one budget; when it is spent, or one evaluation
 * costs more than is allowed, no further rules run.
 * Upstream: apiextensions schema/cel Validator.
 */
import type { Program } from '@reeve/cel';
import { EvaluationError, LimitError, Optional, toValue } from '@reeve/cel';
import type { ReadonlyJson } from '@reeve/machinery';
import { isJsonArray, quote } from '@reeve/machinery';
import type { Step } from '../conform/step.ts';
import { fieldPath } from '../conform/step.ts';
import type { FieldError } from '../field/field-error.ts';
import {
  duplicate,
  duplicateUnprinted,
  forbidden,
  invalid,
  invalidUnprinted,
  printFieldError,
  required,
  wholeObject,
} from '../field/field-error.ts';
import type { ValidationRule } from '../structural/schema-node.ts';
import type { Correlation } from '../validate/correlation.ts';
import type { CompiledRule, CompiledRules } from './compiled-rule.ts';
import type { RuleNode } from './schema-rules.ts';

/** What all evaluations on one object may cost together. */
export const objectCostBudget = 10_000_000;

/** What one evaluation may cost. */
const evaluationCostLimit = 1_000_000;

/** The most bytes of a message that an expression makes. */
const longestMessage = 5 * 1024;

/** How rules are evaluated. */
export interface RuleRunOptions {
  /** The field that holds the value; empty for a whole object. */
  readonly base?: string;
  /** Whether failures of what an update has left alone are warnings. */
  readonly ratchets?: boolean;
  /** Takes such warnings. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** The evaluation of the rules of one object. */
export class RuleRun {
  /** What failed. */
  readonly errors: FieldError[] = [];
  readonly #options: RuleRunOptions;
  readonly #trail: Step[] = [];
  #budget: number;

  constructor(budget: number, options: RuleRunOptions = {}) {
    this.#budget = budget;
    this.#options = options;
  }

  /** What is left of the budget; negative when it is spent. */
  get budget(): number {
    return this.#budget;
  }

  /** Evaluates all rules on a value; `pair` is the same value beside its old one. */
  run(root: RuleNode, value: ReadonlyJson, pair: Correlation | undefined): void {
    this.#visit(root, value, pair, undefined);
  }

  /** `nearest` is the innermost value around that has an old one. */
  #visit(
    { node, compiled, properties, additional, items }: RuleNode,
    value: ReadonlyJson,
    pair: Correlation | undefined,
    nearest: Correlation | undefined,
  ): void {
    if (value === null) return;
    if (compiled !== undefined) this.#evaluate(compiled, node.type, value, pair, pair ?? nearest);
    if (this.#budget < 0 || typeof value !== 'object') return;
    if (isJsonArray(value)) {
      if (items !== undefined)
        for (let at = 0; at < value.length; at++) this.#enter(at, at, items, value[at], pair, nearest);
      return;
    }
    if (additional !== undefined) {
      for (const key of Object.keys(value)) this.#enter({ key }, key, additional, value[key], pair, nearest);
    }
    for (const [name, part] of properties) {
      if (Object.hasOwn(value, name)) this.#enter(name, name, part, value[name], pair, nearest);
    }
  }

  #enter(
    step: Step,
    key: string | number,
    part: RuleNode,
    value: ReadonlyJson | undefined,
    pair: Correlation | undefined,
    nearest: Correlation | undefined,
  ): void {
    if (this.#budget < 0) return;
    this.#trail.push(step);
    this.#visit(part, value ?? null, pair?.child(key), pair ?? nearest);
    this.#trail.pop();
  }

  #evaluate(
    { self, rules }: CompiledRules,
    type: string,
    value: ReadonlyJson,
    pair: Correlation | undefined,
    nearest: Correlation | undefined,
  ): void {
    if (this.#budget <= 0) {
      this.#stop(invalid(this.#field(''), type, outOfBudget));
      return;
    }
    const { plain, optional, hasOld } = bindingsOf(value, pair?.old ?? undefined, rules, self);
    const subject = { value, type, nearest, plain, optional, hasOld }; // spreading costs more than a rule
    for (const compiled of rules) {
      if (!this.#evaluateRule(compiled, subject)) return;
    }
  }

  /** False if no further rules may run. */
  #evaluateRule(compiled: CompiledRule, subject: Subject): boolean {
    const { rule, program, problem, usesOldSelf } = compiled;
    const { type } = subject;
    if (problem !== undefined)
      this.errors.push(invalid(this.#field(''), type, `rule compile error: ${problem.detail}`));
    if (problem !== undefined || program === undefined) return true;
    const isOptional = rule.optionalOldSelf === true;
    if (usesOldSelf && !isOptional && !subject.hasOld) return true;
    const { value, error, cost } = program.run(isOptional ? subject.optional : subject.plain, limits);
    if (cost > this.#budget) return this.#stop(invalid(this.#field(''), type, outOfBudget));
    this.#budget -= cost;
    if (error !== undefined) return this.#failed(error, type, rule);
    return value === true || this.#refuse(compiled, subject);
  }

  #failed(error: Error, type: string, rule: ValidationRule): boolean {
    const { message } = error;
    const field = this.#field('');
    if (error instanceof LimitError && message.startsWith('operation cancelled')) {
      const words = 'no further validation rules will be run due to call cost exceeds limit for rule';
      return this.#stop(invalid(field, type, `'${message}': ${words}: ${nameOf(rule)}`));
    }
    const noOverload = 'call arguments did not match a supported operator, function or macro signature for rule';
    const detail = message.startsWith('no such overload')
      ? `'${message}': ${noOverload}: ${nameOf(rule)}`
      : `${message} evaluating rule: ${nameOf(rule)}`;
    this.errors.push(invalid(field, type, detail));
    return true;
  }

  #refuse(compiled: CompiledRule, { value, type, plain, nearest }: Subject): boolean {
    const { rule, message, fieldPath: path } = compiled;
    const field = this.#field(path);
    const made = message === undefined ? undefined : this.#makeMessage(message, rule.messageExpression ?? '', plain);
    if (made?.problem !== undefined) {
      this.#note(invalid(field, type, made.problem), compiled, nearest);
      this.#budget = -1;
      return false;
    }
    this.#note(errorOf(rule, field, value, made?.text ?? messageOf(rule)), compiled, nearest);
    return true;
  }

  /** The text of a message, nothing if the expression fails, or why no further rules may run. */
  #makeMessage(
    message: Program,
    expression: string,
    bindings: Readonly<Record<string, unknown>>,
  ): { readonly text?: string; readonly problem?: string } {
    const { value, error, cost } = message.run(bindings, limits);
    if (cost > this.#budget) return { problem: `messageExpression evaluation failed due to ${outOfBudgetEnd}` };
    if (error instanceof LimitError && error.message.startsWith('operation cancelled')) {
      const words = 'no further validation rules will be run due to call cost exceeds limit for messageExpression';
      return { problem: `${words}: ${quote(expression)}` };
    }
    this.#budget -= cost;
    const text = typeof value === 'string' ? value.trim() : '';
    const isUsable = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= longestMessage;
    return isUsable ? { text } : {};
  }

  /** A rule without an old value does not hold against an update what it has left alone. */
  #note(error: FieldError, { usesOldSelf }: CompiledRule, nearest: Correlation | undefined): void {
    const { ratchets = false, warn } = this.#options;
    const isTypeMeta = this.#trail.length === 1 && (this.#trail[0] === 'kind' || this.#trail[0] === 'apiVersion');
    if (ratchets && !usesOldSelf && !isTypeMeta && nearest?.isUnchanged() === true) warn?.(printFieldError(error));
    else this.errors.push(error);
  }

  #stop(error: FieldError): false {
    this.errors.push(error);
    this.#budget = -1;
    return false;
  }

  #field(path: string): string {
    const { base = '' } = this.#options;
    const here = fieldPath(this.#trail);
    const place = base !== '' && here !== '' && !here.startsWith('[') ? `${base}.${here}` : `${base}${here}`;
    if (path === '') return place === '' ? wholeObject : place;
    return place === '' ? path : `${place}.${path}`;
  }
}

const limits = { costLimit: evaluationCostLimit };

const outOfBudgetEnd = 'running out of cost budget, no further validation rules will be run';

const outOfBudget = `validation failed due to ${outOfBudgetEnd}`;

/** A value that rules are evaluated on. */
interface Subject extends Bindings {
  /** The type of its schema. */
  readonly type: string;
  /** The innermost value that has an old one: this one, or one around it. */
  readonly nearest: Correlation | undefined;
}

/** What the variables of rules are bound to. */
interface Bindings {
  readonly value: ReadonlyJson;
  readonly plain: Readonly<Record<string, unknown>>;
  /** The same with an optional `oldSelf`. */
  readonly optional: Readonly<Record<string, unknown>>;
  readonly hasOld: boolean;
}

function bindingsOf(
  value: ReadonlyJson,
  old: ReadonlyJson | undefined,
  rules: CompiledRules['rules'],
  type: CompiledRules['self'],
): Bindings {
  const self = { self: value };
  const hasOld = old !== undefined;
  if (!rules.some(({ usesOldSelf }) => usesOldSelf)) return { value, plain: self, optional: self, hasOld };
  if (!hasOld) return { value, plain: self, optional: { ...self, oldSelf: Optional.none }, hasOld };
  const plain = { ...self, oldSelf: old };
  const hasOptional = rules.some(({ rule }) => rule.optionalOldSelf === true);
  return { value, plain, optional: hasOptional ? { ...self, oldSelf: optionalOf(old, type) } : plain, hasOld };
}

/** An old value that is none of its type stays as it is, and fails the rules that read it. */
function optionalOf(old: ReadonlyJson, type: CompiledRules['self']): unknown {
  try {
    return new Optional(toValue(old, type));
  } catch (error) {
    if (error instanceof EvaluationError) return old;
    throw error;
  }
}

/** The error of a rule that does not hold. Objects and lists are not printed. */
function errorOf({ reason }: ValidationRule, field: string, value: ReadonlyJson, detail: string): FieldError {
  const isPrinted = typeof value !== 'object' || value === null;
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(field, detail);
    case 'FieldValueRequired':
      return required(field, detail);
    case 'FieldValueDuplicate':
      return isPrinted ? duplicate(field, value) : duplicateUnprinted(field);
    default:
      return isPrinted ? invalid(field, value, detail) : invalidUnprinted(field, detail);
  }
}

const messageOf = (rule: ValidationRule): string =>
  (rule.message ?? '') === '' ? `failed rule: ${nameOf(rule)}` : nameOf(rule);

/** What the server calls a rule in its sentences. */
function nameOf({ rule, message = '' }: ValidationRule): string {
  return (message === '' ? rule : message).trim();
}
