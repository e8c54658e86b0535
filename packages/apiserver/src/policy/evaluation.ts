/**
 * Evaluates expressions of admission: with a budget that all expressions of a list share, and with variables that are evaluated when an expression first reads
 * them. Upstream: apiserver admission/plugin/cel activation.go and composition.go.
 */
import { EvaluationError, MapValue, type Value } from '@reeve/cel';
import type { AdmissionExpression } from './admission-expression.ts';

/** What one list of expressions of a policy may cost, and what its match conditions may. */
export const policyBudget = 10_000_000;
export const matchBudget = 2_500_000;

/** The values of an expression's variables by name; what is missing cannot be read. */
export type AdmissionBindings = Readonly<Record<string, unknown>>;

/** Makes the bindings, given the value of `variables`. */
export type BindingsMaker = (variables: Value) => AdmissionBindings;

/** What came of an expression. */
export type Evaluation =
  | { readonly value: Value; readonly problem: undefined }
  | { readonly value: undefined; readonly problem: string };

/** The budget is used up: no further expression is evaluated. */
export class OutOfBudget extends Error {
  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run');
  }
}

/** Named expressions of a policy. */
export type PolicyVariables = ReadonlyMap<string, AdmissionExpression>;

const noVariables: PolicyVariables = new Map();

/** Evaluates a list of expressions one after the other on the same bindings; variables keep their values. */
export class Evaluator {
  readonly #bindings: AdmissionBindings;
  readonly #variables: VariableValues;
  /** What is left of the budget. */
  left: number;

  constructor(bindings: BindingsMaker, variables: PolicyVariables = noVariables, budget: number = policyBudget) {
    this.#variables = new VariableValues(variables, bindings);
    this.#bindings = this.#variables.bindings;
    this.left = budget;
  }

  /** The value of an expression, or why there is none. Throws `OutOfBudget`. */
  evaluate({ text, program, problem }: AdmissionExpression): Evaluation {
    if (program === undefined) return { value: undefined, problem: `compilation error: ${problem}` };
    const outcome = program.run(this.#bindings);
    this.#charge(this.#variables.takeCost());
    this.#charge(outcome.cost);
    if (outcome.error === undefined) return { value: outcome.value, problem: undefined };
    return { value: undefined, problem: `expression '${text}' resulted in error: ${outcome.error.message}` };
  }

  #charge(cost: number): void {
    if (cost > this.left) throw new OutOfBudget();
    this.left -= cost;
  }
}

/** The value of `variables`: each is evaluated once, when it is first read, and its failure is kept as its value would be. */
class VariableValues extends MapValue {
  readonly #variables: PolicyVariables;
  readonly #known = new Map<string, Value | EvaluationError>();
  /** What expressions see, these variables among it; they see it themselves. */
  readonly bindings: AdmissionBindings;
  #cost = 0;

  constructor(variables: PolicyVariables, bindings: BindingsMaker) {
    super();
    this.#variables = variables;
    this.bindings = bindings(this);
  }

  override get size(): number {
    return this.#variables.size;
  }

  override get(name: Value): Value | undefined {
    if (typeof name !== 'string') return undefined;
    const variable = this.#variables.get(name);
    if (variable === undefined) return undefined;
    let known = this.#known.get(name);
    if (known === undefined) this.#known.set(name, (known = this.#evaluate(name, variable)));
    if (known instanceof EvaluationError) throw known;
    return known;
  }

  override keys(): Iterable<Value> {
    return this.#variables.keys();
  }

  /** What variables have cost since this was last asked. */
  takeCost(): number {
    const cost = this.#cost;
    this.#cost = 0;
    return cost;
  }

  #evaluate(name: string, { program, problem }: AdmissionExpression): Value | EvaluationError {
    if (program === undefined) return failure(name, `fails to compile: ${problem}`);
    const outcome = program.run(this.bindings);
    this.#cost += outcome.cost;
    return outcome.error === undefined ? outcome.value : failure(name, `fails to evaluate: ${outcome.error.message}`);
  }
}

const failure = (name: string, problem: string): EvaluationError =>
  new EvaluationError(`composited variable ${JSON.stringify(name)} ${problem}`);
