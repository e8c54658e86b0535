/**
 * A compiled expression.
 */
import type { CheckedExpression } from './check/checker.ts';
import type { Estimate } from './cost/estimate.ts';
import type { EstimateOptions } from './cost/estimate-cost.ts';
import { estimateCost } from './cost/estimate-cost.ts';
import type { CompiledExpression, CompileOptions } from './evaluate/compiler.ts';
import { compile } from './evaluate/compiler.ts';
import { Frame } from './evaluate/frame.ts';
import type { Expression } from './syntax/expression.ts';
import { print } from './syntax/print.ts';
import type { Type } from './types/type.ts';
import { EvaluationError, LimitError } from './values/evaluation-error.ts';
import type { Value } from './values/value.ts';

/** How an evaluation is limited. */
export interface EvaluateOptions {
  /** The most that one evaluation may cost; 1,000,000 unless said otherwise, as in Kubernetes. */
  readonly costLimit?: number;
}

/** What came of an evaluation, and what it cost. */
export type Outcome =
  | { readonly value: Value; readonly error: undefined; readonly cost: number }
  | { readonly value: undefined; readonly error: EvaluationError | LimitError; readonly cost: number };

const defaultCostLimit = 1_000_000;

/** An expression that can be evaluated any number of times. */
export class Program {
  readonly #checked: CheckedExpression;
  readonly #options: CompileOptions & EstimateOptions;
  #compiled: CompiledExpression | undefined;
  #estimate: Estimate | undefined;

  constructor(checked: CheckedExpression, options: CompileOptions & EstimateOptions) {
    this.#checked = checked;
    this.#options = options;
  }

  /** The type of the result. */
  get type(): Type {
    return this.#checked.type;
  }

  /** The names of the variables that the expression reads, such as `oldSelf`. */
  get variables(): ReadonlySet<string> {
    return this.#checked.variables;
  }

  /** What an evaluation costs at least and at most, by the sizes that the types of the variables declare. */
  get estimate(): Estimate {
    return (this.#estimate ??= estimateCost(this.#checked, this.#options));
  }

  /**
   * Why a conversion of a constant fails, such as that of `int('x')`, if one does. The program can be evaluated, but Kubernetes makes
   * no program of such an expression.
   */
  get constantProblem(): string | undefined {
    return this.#compile().problem;
  }

  /** The syntax tree. */
  get expression(): Expression {
    return this.#checked.expression;
  }

  /** The expression as text. */
  toString(): string {
    return print(this.#checked.expression);
  }

  /** The value for bindings, which are JSON or values; throws `EvaluationError` or `LimitError`. */
  evaluate(bindings: Readonly<Record<string, unknown>> = {}, options: EvaluateOptions = {}): Value {
    const { value, error } = this.run(bindings, options);
    if (error !== undefined) throw error;
    return value;
  }

  /** The same without throwing, and with the cost. */
  run(bindings: Readonly<Record<string, unknown>> = {}, options: EvaluateOptions = {}): Outcome {
    const { code, slotCount } = this.#compile();
    const frame = new Frame(bindings, slotCount, options.costLimit ?? defaultCostLimit);
    try {
      return { value: code(frame), error: undefined, cost: frame.cost };
    } catch (error) {
      if (error instanceof EvaluationError || error instanceof LimitError) {
        return { value: undefined, error, cost: frame.cost };
      }
      // parsing limits how deep an expression nests; that this suffices is no reason to trust it
      if (!(error instanceof RangeError)) throw error;
      return { value: undefined, error: new LimitError('the expression or a value is too large'), cost: frame.cost };
    }
  }

  #compile(): CompiledExpression {
    return (this.#compiled ??= compile(this.#checked, this.#options));
  }
}
